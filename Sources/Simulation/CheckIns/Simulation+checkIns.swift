import AlarmCore
import AlarmWire
import Storage

extension Simulation {
    /// Creates the people who check in, and plans what they do.
    func inviteWatched() throws {
        guard profile.hasCheckIns else { return }
        var devices: [Device] = []
        for number in 0..<draw(1...2) {
            let person = draw { PersonID.random(using: &$0) }
            let phone = try makePhone("phone \(number)w", of: person, &devices)
            let settings = CheckInSettings(name: "?")
            let cycle = CheckInCycle(plan: try SimulatedCheckIns.plan(settings, at: now))
            watched.append(SimulatedCheckIns(phone: phone, settings: settings, cycle: cycle))
        }
        let all = devices
        try onStore { base in
            try await base.write { transaction in for device in all { try transaction.insert(device) } }
        }
        for person in watched { planDays(of: person) }
    }

    private func planDays(of person: SimulatedCheckIns) {
        planAct(in: span(0...20_000)) { [unowned self] in ask(.plan(drawSettings()), from: person.phone) }
        for number in 0..<draw(1...3) {
            planAct(in: span(0...900_000)) { [unowned self] in
                ask(.nameContact(contact(number)), from: person.phone)
            }
        }
        if profile.hasRehearsals {
            for _ in 0..<draw(1...3) {
                planAct(in: span(30_000...7_200_000)) { [unowned self] in rehearse(person) }
            }
        }
        planAct(in: span(30_000...600_000)) { [unowned self] in ask(.checkIn, from: person.phone) }
        for _ in 0..<draw(0...2) {
            planAct(in: profile.isLong ? span(600_000...180_000_000) : span(600_000...9_000_000)) { [unowned self] in
                act(person)
            }
        }
    }

    private func contact(_ number: Int) -> ContactRequest {
        var contact = ContactRequest(name: "C\(number)", email: "c\(number)@example.org")
        if profile.hasTexts, roll(2, in: 3) {
            contact.phone = "+4917012345\(number)"
            if roll(1, in: 2) { contact.email = nil }
        }
        if profile.hasWebhooks, roll(1, in: 2) { contact.webhook = "https://c\(number).example.org/hook" }
        return contact
    }

    /// Has a person rehearse what would follow a missed check-in, and sometimes check in, or begin anew, in the middle.
    private func rehearse(_ person: SimulatedCheckIns) {
        guard roll(4, in: 5) else { return ask(.testPush, from: person.phone) }
        ask(.rehearse, from: person.phone)
        guard roll(1, in: 3) else { return }
        let isAnew = roll(1, in: 3)
        planAct(in: span(0...60_000)) { [unowned self] in ask(isAnew ? .rehearse : .checkIn, from: person.phone) }
    }

    private func drawSettings() -> CheckInSettings {
        (profile.isLong ? roll(1, in: 2) : roll(1, in: 8))
            ? CheckInSettings(kind: .gentle, name: "Ana")
            : CheckInSettings(threshold: .minutes(draw(60...100)), name: "Ana")
    }

    /// Plans a named contact's answer: they confirm, ignore it, or change their mind.
    func planAnswer(of contact: ContactID, by medium: Destination.Medium, to person: SimulatedCheckIns) {
        guard roll(4, in: 5) else { return }
        // Some answer only when a deadline has passed.
        planAct(in: roll(1, in: 4) ? span(3_600_000...7_200_000) : span(1000...1_800_000)) { [unowned self] in
            ask(.decide(contact, .confirmed, by: medium), from: person.phone)
        }
    }

    /// Plans what follows a new deadline: check-ins at the last moment or too late, and changes in between.
    func planAround(_ deadline: Instant, of person: SimulatedCheckIns) {
        guard !isHealed, profile.isLong ? roll(1, in: 3) : roll(3, in: 4) else { return }
        // The contacts of a gentle check-in are told a day after its reminder.
        let isGentle = person.settings.kind == .gentle && profile.isLong && roll(1, in: 2)
        let ahead = deadline + (isGentle ? CheckInLimits.gentleWait : .zero) - phoneNow
        let isNear = roll(1, in: 2)
        planAct(in: ahead + (isNear ? span(-3000...3000) : span(3000...2_400_000))) { [unowned self] in
            if roll(1, in: 2) { ask(.checkIn, from: person.phone) } else { act(person) }
        }
    }

    /// Lets somebody act now and then just while a letter is being sent.
    func injectTrouble(with person: SimulatedCheckIns) {
        guard !isHealed, roll(1, in: 4) else { return }
        planAct(in: span(0...150)) { [unowned self] in act(person) }
    }

    /// Has a person, or one of their contacts, do something.
    private func act(_ person: SimulatedCheckIns) {
        let contact = person.contacts.isEmpty ? nil : person.contacts[draw(0...person.contacts.count - 1)]
        switch draw(0...11) {
        case 0...3: ask(.checkIn, from: person.phone)
        case 4: ask(.snoozeCheckIn, from: person.phone)
        case 5, 6: ask(.plan(drawSettings()), from: person.phone)
        case 7:
            var settings = drawSettings()
            settings.pausedUntil = Instant(seconds: (phoneNow + span(60_000...3_600_000)).seconds)
            ask(.plan(settings), from: person.phone)
        case 8:
            var settings = drawSettings()
            settings.isOn = false
            ask(.plan(settings), from: person.phone)
            planAct(in: span(500...600_000)) { [unowned self] in
                ask(.plan(drawSettings()), from: person.phone)
            }
        case 9, 10:
            if let contact {
                ask(.decide(contact, .unsubscribed, by: drawMedium(of: contact, person)), from: person.phone)
            }
        default:
            if let contact { ask(.dropContact(contact), from: person.phone) }
        }
    }

    /// Draws the address by whose link a contact answers.
    private func drawMedium(of contact: ContactID, _ person: SimulatedCheckIns) -> Destination.Medium {
        let media = (person.media[contact] ?? []).subtracting([.webhook]).sorted { $0.rawValue < $1.rawValue }
        return media.count > 1 ? media[draw(0...media.count - 1)] : media.first ?? .email
    }

    /// Has everybody check in once the faults are over, and then turn their plan off.
    func endWatch() {
        for person in watched {
            let pause = span(0...2_400_000)
            plan(in: pause) { [unowned self] in ask(.checkIn, from: person.phone) }
            plan(in: pause + .minutes(2)) { [unowned self] in
                ask(.plan(CheckInSettings(isOn: false, name: "Ana")), from: person.phone)
            }
            // A request made while no node answered may have been committed after that.
            plan(in: .minutes(42)) { [unowned self] in
                if person.cycle.deadline != nil { ask(.checkIn, from: person.phone) }
            }
            plan(in: .minutes(44)) { [unowned self] in
                guard person.cycle.deadline != nil else { return }
                ask(.plan(CheckInSettings(isOn: false, name: "Ana")), from: person.phone)
            }
        }
        openEnds = watched.count
        plan(in: .minutes(45)) { [unowned self] in openEnds = 0 }
    }
}
