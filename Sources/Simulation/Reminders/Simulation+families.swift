import AlarmCore
import AlarmWire
import Engine
import Storage

extension Simulation {
    /// Creates a family, and plans what its people do.
    func inviteFamilies() throws {
        guard profile.hasReminders else { return }
        var devices: [Device] = []
        func phone(_ name: String) throws -> Phone {
            try makePhone("phone \(name)", of: draw { PersonID.random(using: &$0) }, &devices)
        }
        let family = SimulatedFamily(
            id: draw { CircleID.random(using: &$0) },
            parent: try phone("p"),
            grandparent: roll(2, in: 3) ? try phone("g") : nil,
            children: try (0..<draw(1...2)).map { try phone("c\($0)") },
            snoozeLimit: .minutes(draw(5...60))
        )
        families.append(family)
        let (allDevices, documents) = (devices, try documents(of: family))
        try onStore { base in
            try await base.write { transaction in
                for device in allDevices { try transaction.insert(device) }
                for document in documents { try transaction.put(document) }
            }
        }
        for _ in 0..<draw(1...4) {
            planAct(in: span(0...5_400_000)) { [unowned self] in setReminder(in: family) }
        }
    }

    private func documents(of family: SimulatedFamily) throws -> [Document] {
        let circle = Circle(
            id: family.id,
            kind: .family,
            since: now,
            name: "home",
            relayMayReadTitles: true,
            snoozeLimit: family.snoozeLimit
        )
        let parents = family.parents(at: 0).map { Membership(person: $0.person, role: .parent, since: now) }
        let children = family.children.map { Membership(person: $0.person, role: .child, since: now) }
        return try [document(CircleBody(circle), DocumentID(of: circle.id), of: family.parent.person, in: circle)]
            + (parents + children).map { membership in
                try document(
                    MembershipBody(membership),
                    MembershipBody.id(of: membership.person, in: circle.id),
                    of: membership.person,
                    in: circle
                )
            }
    }

    /// Returns the family of the phone's owner.
    func family(of phone: Phone) -> SimulatedFamily? {
        families.first { family in family.phones.contains { $0 === phone } }
    }

    // MARK: What people do

    private func setReminder(in family: SimulatedFamily) {
        let child = family.children[draw(0...family.children.count - 1)]
        let creator = roll(1, in: 4) ? child : family.parent
        let assignee = creator === child || roll(5, in: 6) ? child : family.parent
        let due = phoneNow + (roll(1, in: 4) ? span(-20_000...0) : span(1000...2_400_000))
        let request = ReminderRequest(
            assignee: assignee.person,
            title: "R",
            time: time(due),
            place: roll(1, in: 2) ? SimulatedFamily.place : nil
        )
        ask(.family(.add(request)), from: creator)
    }

    /// Draws a time: once, or now and then daily at that time.
    private func time(_ due: Instant) -> ReminderRequest.Time {
        let zone = nodes[0].installedRules
        let local = zone.localDateTime(at: due + .seconds(1))
        guard roll(1, in: 5),
            let days = try? SelectedDays(
                Weekday.allCases,
                start: local.date,
                time: local.time,
                timeZone: SimulatedZones.name
            )
        else { return .once(AlarmTime(due), timeZone: nil) }
        return .days(days)
    }

    /// Plans what follows a new reminder: somebody completes it, often about when it is due, or changes it.
    func planAround(_ chore: SimulatedFamily.SimulatedReminder, in family: SimulatedFamily) {
        let ahead = chore.due - phoneNow
        for _ in 0..<draw(1...3) {
            let moment = roll(1, in: 2) ? ahead + span(-3000...3000) : span(0...max(ahead.milliseconds, 0) + 2_400_000)
            planAct(in: moment) { [unowned self] in act(on: chore, in: family) }
        }
    }

    /// Plans to undo a completion: many are undone, most of those just before the parents are told.
    func planUndoing(_ chore: SimulatedFamily.SimulatedReminder) {
        guard roll(2, in: 3) else { return }
        for _ in 0..<(roll(1, in: 6) ? 2 : 1) {
            let moment = roll(2, in: 3) ? Span.seconds(30) + span(-3000...1500) : span(0...40_000)
            planAct(in: moment) { [unowned self] in ask(.family(.undo(chore.id)), from: draw(from: chore)) }
        }
    }

    /// Now and then has somebody act at the very moment at which a push is under way.
    func injectTrouble(with chore: SimulatedFamily.SimulatedReminder, in family: SimulatedFamily) {
        guard !isHealed, roll(1, in: 5) else { return }
        planAct(in: span(0...150)) { [unowned self] in act(on: chore, in: family) }
    }

    private func draw(from chore: SimulatedFamily.SimulatedReminder) -> Phone {
        roll(1, in: 3) ? chore.creator : chore.assignee
    }

    private func act(on chore: SimulatedFamily.SimulatedReminder, in family: SimulatedFamily) {
        switch draw(0...12) {
        case 0...4: ask(.family(.complete(chore.id)), from: draw(from: chore))
        case 5: ask(.family(.undo(chore.id)), from: draw(from: chore))
        case 6:
            let request = ReminderRequest(
                assignee: chore.assignee.person,
                title: "S",
                time: .once(AlarmTime(phoneNow + span(1000...900_000)), timeZone: nil)
            )
            if !chore.isRecurring { ask(.family(.edit(chore.id, request)), from: family.parent) }
        case 7:
            let end = roll(1, in: 2) ? phoneNow + span(1000...600_000) : nil
            ask(.family(.snooze(chore.id, until: end)), from: chore.assignee)
        case 8: ask(.family(.place(chore.id)), from: draw(from: chore))
        case 9, 10:
            ask(.family(.position(chore.id, isAway: roll(3, in: 4))), from: chore.assignee)
        case 11: if let grandparent = family.grandparent { ask(.family(.leave), from: grandparent) }
        default: if roll(1, in: 3) { ask(.family(.delete(chore.id)), from: family.parent) }
        }
    }

    /// Ends all reminders, once the faults are over.
    func endReminders() {
        for family in families {
            for chore in family.chores.values.sorted(by: { $0.id < $1.id }) where !chore.isForgotten {
                ask(.family(.delete(chore.id)), from: family.parent)
            }
        }
    }
}
