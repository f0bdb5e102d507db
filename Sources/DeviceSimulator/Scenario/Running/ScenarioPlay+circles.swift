import AlarmCore
import AlarmWire
import DeviceKit
import Engine

extension ScenarioPlay {
    /// Creates the circles, lets everybody join, and applies the dweller's settings.
    func setUpCircles() async throws {
        for circle in scenario.circles {
            let founder = try phone(circle.founder)
            let view = try await founder.device.createCircle(
                CreateCircle(
                    kind: circle.kind,
                    name: circle.kind == .family ? "Family" : "Care",
                    displayName: scenario.phone(founder.name)?.person,
                    snoozeLimit: circle.snoozeLimit
                )
            )
            timeline.note(.phone(founder.name), "makes a circle: \(circle.kind.rawValue)", kind: .request)
            for member in circle.members {
                let phone = try phone(member.phone)
                try await DevicePairing(founder, with: phone).join(view.id, as: member.role, pause: Self.pause)
                timeline.note(.phone(phone.name), "joins as \(member.role.rawValue)", kind: .request)
            }
            circles[circle.kind] = view.id
            for name in circle.phones { try await introduce(name, in: view.id) }
            // Members who joined early learn the keys of those who joined later.
            try await founder.device.introduce(in: view.id)
            for member in circle.members { try await phone(member.phone).device.learnKeys(of: view.id) }
            if circle.kind == .care { try await setUpCare(circle, of: founder) }
        }
    }

    private func setUpCare(_ circle: ScenarioCircle, of dweller: VirtualPhone) async throws {
        guard let id = circles[.care] else { return }
        _ = try await dweller.device.setCareSettings(circle.settings)
        for member in circle.members {
            _ = try await dweller.device.change(
                person(member.phone),
                of: id,
                MemberChange(permissions: member.permissions, priority: member.priority)
            )
            guard let number = member.number else { continue }
            let phone = try phone(member.phone)
            messagingRecorder.learn(
                number,
                of: MessagingRecorder.MessageRecipient(lane: .phone(phone.name), agrees: true)
            )
            _ = try await phone.device.setCarePhone(
                CarePhone(
                    phone: number,
                    name: scenario.phone(phone.name)?.person ?? phone.name,
                    calls: member.calls != nil,
                    language: member.language
                )
            )
        }
    }

    /// Sets somebody's name in a circle, and learns their identifier.
    private func introduce(_ name: String, in circle: CircleID) async throws {
        let (device, person) = (try phone(name).device, scenario.phone(name)?.person ?? name)
        guard let own = try await device.circle(circle).members.first(where: \.isSelf) else {
            throw ScenarioFailure("\(name) is not in the circle")
        }
        persons[person] = own.person
        _ = try await device.change(own.person, of: circle, MemberChange(displayName: person))
    }

    /// Returns the identifier of the phone's person.
    private func person(_ phone: String) throws -> PersonID {
        guard let person = scenario.phone(phone).flatMap({ persons[$0.person] }) else {
            throw ScenarioFailure("\(phone) is in no circle")
        }
        return person
    }

    func remind(_ reminder: ScenarioReminder) async throws {
        let creator = try phone(reminder.creator)
        guard let family = circles[.family] else { throw ScenarioFailure("there is no family") }
        timeline.note(
            .phone(creator.name),
            "reminds \(reminder.assignee) of \(reminder.label), due \(reminder.due.iso8601)",
            kind: .request
        )
        let kept = try await creator.device.remind(
            ReminderText(title: reminder.title),
            as: ReminderRequest(
                assignee: person(reminder.assignee),
                time: time(of: reminder),
                place: reminder.place
            ),
            in: family
        )
        let id = kept.listing.view.reminder.id
        track(
            reminder.label,
            AlarmID(high: id.high, low: id.low),
            due: reminder.due,
            from: creator,
            to: scenario.phones(of: scenario.phone(reminder.assignee)?.person ?? ""),
            text: reminder.title
        )
        await alarmPoller.follow(AlarmID(high: id.high, low: id.low), as: creator.device.profile)
    }

    /// Returns the days of a weekly rule, with the time of day of the first due time in its zone.
    private func time(of reminder: ScenarioReminder) throws -> ReminderRequest.Time {
        guard let rule = reminder.rule, let zone = reminder.zone else {
            return .once(AlarmTime(reminder.due), timeZone: nil)
        }
        let local = try ZoneDirectory().zone(named: zone).localDateTime(at: reminder.due)
        return .days(
            try SelectedDays(
                rule.weekdays.map(\.weekday),
                interval: rule.interval,
                start: local.date,
                time: local.time,
                timeZone: zone
            )
        )
    }

    func act(on label: String, by name: String, _ deed: ReminderAction) async throws {
        let phone = try phone(name)
        guard let track = tracks.first(where: { $0.label == label }) else {
            throw ScenarioFailure("\(label) is not set yet")
        }
        let id = ReminderID(high: track.id.high, low: track.id.low)
        switch deed {
        case .complete:
            timeline.note(.phone(name), "completes \(label)", kind: .request, alarm: track.id)
            _ = try await phone.device.complete(id)
            await phone.disarm(track.id)
        case .undo:
            timeline.note(.phone(name), "takes it back that \(label) is done", kind: .request, alarm: track.id)
            _ = try await phone.device.undoCompletion(of: id)
        case .report(let place):
            timeline.note(.phone(name), "is at \(place)", kind: .request, alarm: track.id)
            _ = try await phone.device.report(position: place, to: id)
        }
    }

    func signal(_ label: String, from name: String, _ signal: CareSignal) async throws {
        let phone = try phone(name)
        timeline.note(.phone(name), "signals \(label): \(signal.kind.rawValue)", kind: .request)
        let view = try await phone.device.signal(CareSignalRequest(signal, timeZone: phone.state.timeZone))
        guard view.held == nil else {
            return timeline.note(.phone(name), "is told that nobody is alerted: \(view.held?.rawValue ?? "")")
        }
        let id = AlarmID(high: view.id.high, low: view.id.low)
        let members = scenario.circle(.care)?.members.map(\.phone) ?? []
        track(label, id, due: keeper.now, from: phone, to: members, text: signal.kind.rawValue)
        await alarmPoller.follow(id, as: phone.device.profile)
    }

    func reportActivity(of name: String) async throws {
        let phone = try phone(name)
        timeline.note(.phone(name), "is active", kind: .request)
        _ = try await phone.device.reportActivity(CareActivityReport(timeZone: phone.state.timeZone))
    }

    func pauseCare(of name: String, until end: Instant) async throws {
        timeline.note(.phone(name), "pauses the alerts until \(end.iso8601)", kind: .request)
        _ = try await phone(name).device.pauseCare(until: end)
    }

    private func track(
        _ label: String,
        _ id: AlarmID,
        due: Instant,
        from phone: VirtualPhone,
        to receivers: [String],
        text: String
    ) {
        tracks.append(
            RunRecord.AlarmTrack(
                label: label,
                id: id,
                due: due,
                sender: phone.name,
                receivers: receivers,
                text: text
            )
        )
    }
}
