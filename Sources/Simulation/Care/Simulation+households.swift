import AlarmCore
import AlarmWire
import Engine
import Storage

extension Simulation {
    /// Creates the care circles, and plans what their people do.
    func inviteHouseholds() throws {
        guard profile.hasCare else { return }
        var devices: [Device] = []
        let ana = draw { PersonID.random(using: &$0) }
        let phones = try (0..<draw(1...2)).map { try makePhone("phone d\($0)", of: ana, &devices) }
        let members = try (0..<draw(1...3)).map { number in
            let phone = try makePhone("phone m\(number)", of: draw { PersonID.random(using: &$0) }, &devices)
            let tier = draw(1...3)
            let isNew = profile.hasNewMembers && Bool.random(using: &extraChance)
            return SimulatedCareCircle.Member(
                phone: phone,
                tier: tier,
                permissions: isNew ? Permission.defaultCare : Permission.care
            )
        }
        let household = SimulatedCareCircle(id: draw { CircleID.random(using: &$0) }, phones: phones, members: members)
        households.append(household)
        let (allDevices, documents) = (devices, try documents(of: household))
        try onStore { base in
            try await base.write { transaction in
                for device in allDevices { try transaction.insert(device) }
                for document in documents { try transaction.put(document) }
            }
        }
        planDays(of: household)
    }

    private func documents(of household: SimulatedCareCircle) throws -> [Document] {
        let circle = Circle(id: household.id, kind: .care, since: now, name: "Ana")
        let dweller = Membership(person: household.dweller, role: .dweller, since: now, displayName: "Ana")
        let members = household.members.map { member in
            Membership(
                person: member.phone.person,
                role: .member,
                since: now,
                granted: member.standings[0].permissions ?? [],
                tier: member.standings[0].tier
            )
        }
        return try [document(CircleBody(circle), DocumentID(of: circle.id), of: household.dweller, in: circle)]
            + ([dweller] + members).map { membership in
                try document(
                    MembershipBody(membership),
                    MembershipBody.id(of: membership.person, in: circle.id),
                    of: membership.person,
                    in: circle
                )
            }
    }

    /// A circle's document as the relay stores it.
    func document<Body: RecordBody>(
        _ body: Body,
        _ id: DocumentID,
        of owner: PersonID,
        in circle: Circle
    ) throws -> Document {
        Document(
            kind: Body.kind,
            id: id,
            owner: owner,
            circle: circle.id,
            position: circle.since.milliseconds,
            body: try Self.vault.seal(document: body.wire, kind: Body.kind, id: id)
        )
    }

    // MARK: What people do

    private func planDays(of household: SimulatedCareCircle) {
        planAct(in: span(0...20_000)) { [unowned self] in ask(.settings(drawCareSettings()), in: household) }
        for member in household.members where roll(2, in: 3) {
            planAct(in: span(0...600_000)) { [unowned self] in leaveNumber(of: member) }
        }
        for _ in 0..<draw(1...4) {
            planAct(in: span(20_000...7_200_000)) { [unowned self] in ask(.signal(drawSignal()), in: household) }
        }
        for _ in 0..<draw(0...4) {
            planAct(in: span(20_000...7_200_000)) { [unowned self] in act(in: household) }
        }
        guard profile.hasStillDays else { return }
        for _ in 0..<draw(1...5) {
            planAct(in: span(20_000...7_200_000)) { [unowned self] in ask(.activity(drawDays()), in: household) }
        }
    }

    /// Has a member leave their number, and change their mind about calls now and then.
    private func leaveNumber(of member: SimulatedCareCircle.Member) {
        let calls = profile.hasCalls && Int.random(in: 0..<3, using: &callChance) > 0
        ask(.care(.leaveNumber(calls: calls)), from: member.phone)
    }

    /// Draws what a phone has recorded of the last days: some of them still, some missing.
    private func drawDays() -> [WellnessDay] {
        let today = nodes[0].installedRules.localDateTime(at: phoneNow).date
        return (1...draw(1...5)).filter { _ in roll(6, in: 7) }.map { back in
            WellnessDay(
                date: today.adding(days: -back),
                stillness: .minutes(roll(3, in: 4) ? draw(300...900) : draw(0...299))
            )
        }
    }

    /// Plans an action, unless the faults are over by then.
    func planAct(in span: Span, _ action: @escaping () -> Void) {
        model.openPlans += 1
        plan(in: span) { [unowned self] in
            model.openPlans -= 1
            if !isHealed { action() }
        }
    }

    /// Sends a request from one of the dweller's devices.
    func ask(_ act: CareAction, in household: SimulatedCareCircle) {
        ask(.care(act), from: household.phones[draw(0...household.phones.count - 1)])
    }

    private func drawSignal() -> CareSignal {
        switch draw(0...8) {
        case 0...2: .fall
        case 3, 4: .manual
        case 5: .inactivity
        case 6: .wellness
        default: (try? GlucoseReading(milligramsPerDecilitre: draw(40...260))).map { .glucose($0) } ?? .manual
        }
    }

    /// Returns a signal of the kind that needs no reading; nil where it does.
    private func signal(_ kind: CareSignal.Kind) -> CareSignal? {
        switch kind {
        case .fall: .fall
        case .inactivity: .inactivity
        case .wellness: .wellness
        case .manual: .manual
        case .glucose: nil
        }
    }

    private func drawCareSettings() -> CareSettings {
        var chosen: [CareSignal.Kind: Span] = [:]
        for kind in CareSignal.Kind.allCases where roll(1, in: 3) { chosen[kind] = .seconds(draw(30...120)) }
        var settings = CareSettings(
            countdowns: (try? CareCountdowns(chosen)) ?? .default,
            glucose: roll(2, in: 3) ? try? GlucoseThresholds(low: 80, high: 180) : nil,
            inactivity: roll(3, in: 4) ? try? InactivityRule(wait: .minutes(60)) : nil
        )
        if profile.hasStillDays, roll(3, in: 4) {
            settings.wellness = try? WellnessPattern(stillness: .hours(5), days: draw(2...3))
        }
        if roll(1, in: 4) {
            let hour = draw(0...23)
            if let from = LocalTime(hour: hour, minute: 0),
                let until = LocalTime(hour: (hour + draw(1...8)) % 24, minute: 30)
            {
                settings.quietHours = try? QuietHours(from: from, until: until)
            }
        }
        return settings
    }

    /// Plans a member's answer about their number: they confirm, ignore the message, or change their mind.
    func planAnswer(ofNumber number: ContactID, _ member: SimulatedCareCircle.Member) {
        guard roll(4, in: 5) else { return }
        planAct(in: span(1000...900_000)) { [unowned self] in
            ask(.decide(number, .confirmed, by: .sms), from: member.phone)
        }
        guard roll(1, in: 6) else { return }
        planAct(in: span(900_000...7_200_000)) { [unowned self] in
            ask(.decide(number, .unsubscribed, by: .sms), from: member.phone)
        }
    }

    /// Plans signs of activity at the last moment before the dweller is asked, or just after.
    func planAround(question: Instant, in household: SimulatedCareCircle) {
        guard !isHealed, roll(1, in: 2) else { return }
        let ahead = question - phoneNow
        planAct(in: ahead + (roll(1, in: 2) ? span(-3000...3000) : span(3000...1_200_000))) { [unowned self] in
            ask(.activity(), in: household)
        }
    }

    /// Plans what follows an alert: most are called off, many at the last moment and some by two devices.
    func planAround(alert id: AlarmID, due: Instant, in household: SimulatedCareCircle) {
        guard !isHealed, roll(2, in: 3) else { return }
        let ahead = due - phoneNow
        for _ in 0..<(roll(1, in: 5) ? 2 : 1) {
            let moment = roll(2, in: 3) ? ahead + span(-3000...3000) : span(0...600_000)
            planAct(in: moment) { [unowned self] in callOff(id, in: household) }
        }
    }

    private func callOff(_ id: AlarmID, in household: SimulatedCareCircle) {
        guard !household.leftAlone.contains(id) else { return }
        let phone = household.phones[draw(0...household.phones.count - 1)]
        if roll(1, in: 4), let revision = model.alarm(id)?.row.alarm.revision {
            report(roll(1, in: 2) ? .dismissed : .acknowledged, of: id, revision: revision, from: phone)
        } else {
            ask(.care(.cancel(id)), from: phone)
        }
    }

    /// Now and then has somebody act at the very moment at which an alert is under way.
    func injectTrouble(with id: AlarmID, in household: SimulatedCareCircle) {
        guard !isHealed, roll(1, in: 5) else { return }
        planAct(in: span(0...150)) { [unowned self] in
            if roll(1, in: 2) { callOff(id, in: household) } else { act(in: household) }
        }
    }

    /// Plans a member's answer to an alert: many answer, some just before the next members are told.
    func hear(_ id: AlarmID, _ member: SimulatedCareCircle.Member) {
        guard roll(1, in: 2) else { return }
        let member = answering(insteadOf: member)
        guard Int.random(in: 0..<12, using: &extraChance) > 0 else { return answerOffline(id, member) }
        planAct(in: roll(1, in: 2) ? span(1000...120_000) : .minutes(5) + span(-4000...3000)) { [unowned self] in
            guard household(of: member.phone)?.leftAlone.contains(id) != true else { return }
            if roll(1, in: 3), let revision = model.alarm(id)?.row.alarm.revision {
                report(.acknowledged, of: id, revision: revision, from: member.phone)
            } else {
                ask(.care(.acknowledge(id)), from: member.phone)
            }
        }
    }

    /// Has a member answer without a connection, so that the report is sent later.
    ///
    /// The dweller, whom nobody else answers, signals again meanwhile.
    private func answerOffline(_ id: AlarmID, _ member: SimulatedCareCircle.Member) {
        guard let revision = model.alarm(id)?.row.alarm.revision else { return }
        let receipt = Receipt(report: .acknowledged, revision: revision, at: now)
        household(of: member.phone)?.leftAlone.insert(id)
        let again = span(1_200_000...2_700_000)
        planAct(in: again + span(-300_000...900_000)) { [unowned self] in
            ask(.report(id, receipt), from: member.phone)
        }
        guard let household = household(of: member.phone), let signal = household.kinds[id].flatMap(signal) else {
            return
        }
        planAct(in: again) { [unowned self] in ask(.signal(signal), in: household) }
    }

    /// Returns who answers in the place of a member who was told; now and then somebody who was not told yet.
    private func answering(insteadOf told: SimulatedCareCircle.Member) -> SimulatedCareCircle.Member {
        guard profile.hasNewMembers, let household = household(of: told.phone) else { return told }
        return household.members.randomElement(using: &extraChance) ?? told
    }

    /// Has somebody in a care circle do something.
    private func act(in household: SimulatedCareCircle) {
        let member = household.members[draw(0...household.members.count - 1)]
        let person = member.phone.person
        switch draw(0...13) {
        case 0...2:
            let kinds = CareSignal.Kind.allCases.filter { _ in roll(1, in: 2) }
            ask(.change(person, MemberChange(permissions: Set(kinds.map { .alert($0) }))), in: household)
        case 3: ask(.change(person, MemberChange(permissions: Permission.care)), in: household)
        case 4: ask(.change(person, MemberChange(priority: draw(1...3))), in: household)
        case 5:
            if roll(1, in: 2) {
                ask(.remove(person), in: household)
            } else {
                ask(.care(.remove(person)), from: member.phone)
            }
        case 6: ask(.care(.removeNumber), from: member.phone)
        case 7: leaveNumber(of: member)
        case 8: ask(.pause(Instant(seconds: (phoneNow + span(60_000...3_600_000)).seconds)), in: household)
        case 9: ask(.resume, in: household)
        case 10: ask(.settings(drawCareSettings()), in: household)
        case 11: ask(.signal(drawSignal()), in: household)
        default: ask(.activity(), in: household)
        }
    }

    /// Ends all watching, once the faults are over.
    func endCare() {
        for household in households where model.healedAt == now || household.settings != CareSettings() {
            ask(.settings(CareSettings()), in: household)
        }
    }
}

extension Simulation {
    /// Returns the care circle of the phone's owner.
    func household(of phone: Phone) -> SimulatedCareCircle? {
        households.first { household in
            household.phones.contains { $0 === phone } || household.members.contains { $0.phone === phone }
        }
    }
}
