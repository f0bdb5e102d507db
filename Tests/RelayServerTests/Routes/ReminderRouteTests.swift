import AlarmCore
import AlarmWire
import DeviceKit
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("Reminders over HTTP")
struct ReminderRouteTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    /// A family of a parent and a child.
    private func family(
        at relay: TestRelay
    ) async throws -> (parent: LocalDevice, child: LocalDevice, family: CircleView) {
        let (ana, kim) = (try await relay.device(), try await relay.device())
        let request = CreateCircle(kind: .family, name: "Home", displayName: "Ana", relayMayReadTitles: true)
        let family = try await ana.createCircle(request)
        try await relay.join(kim, called: "Kim", to: family, as: .child, invitedBy: ana)
        return (ana, kim, try await ana.circle(family.id))
    }

    @Test("One is set, seen, changed, ticked, completed, undone and deleted")
    func journey() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, kim, family) = try await family(at: relay)
            let child = try #require(family.members.last?.person)
            let due = relay.clock.now() + .hours(1)
            let request = ReminderRequest(
                assignee: child,
                title: "Pack",
                checklist: try Checklist([Checklist.Item(id: 1, text: "books")]),
                time: .once(AlarmTime(due), timeZone: nil)
            )
            let view = try await ana.remind(request, in: family.id)
            let id = view.reminder.id
            #expect(try await kim.reminder(id) == view)

            var change = ReminderRequest(view.reminder)
            change.title = "Pack the satchel"
            let changed = try await ana.change(id, to: change)
            #expect(changed.reminder.details.title == "Pack the satchel")
            #expect(changed.reminder.due == due)
            let refused = await #expect(throws: DeviceError.self) { _ = try await kim.change(id, to: change) }
            #expect(refused?.problemKind == .notAllowed)

            #expect(try await kim.mark(1, of: id).reminder.details.checklist.isDone)
            let early = await #expect(throws: DeviceError.self) { _ = try await kim.snooze(id) }
            #expect(early?.problemKind == .conflict)
            relay.clock.set(to: due)
            #expect(try await kim.snooze(id, until: due + .minutes(10)).snoozedUntil == due + .minutes(10))
            #expect(try await kim.complete(id).reminder.status == .completed)
            #expect(try await kim.undoCompletion(of: id).reminder.status == .open)
            try await ana.deleteReminder(id)
            let gone = await #expect(throws: DeviceError.self) { _ = try await kim.reminder(id) }
            #expect(gone?.problemKind == .notFound)
        }
    }

    @Test("A list is filtered and goes on page by page")
    func list() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, kim, family) = try await family(at: relay)
            let child = try #require(family.members.last?.person)
            let now = relay.clock.now()
            var ids: [ReminderID] = []
            for hour in 1...3 {
                let time = AlarmTime(now + .hours(Int64(hour)))
                let request = ReminderRequest(assignee: child, title: "\(hour)", time: .once(time, timeZone: nil))
                ids.append(try await ana.remind(request, in: family.id).reminder.id)
            }
            _ = try await kim.complete(ids[0])
            let open = try ReminderFilter(status: .open, assignee: child, from: now, to: now + .hours(9))
            let first = try await ana.reminders(in: family.id, showing: open, limit: 1)
            #expect(first.reminders.map(\.reminder.id) == [ids[1]])
            let second = try await kim.reminders(in: family.id, showing: open, after: first.next, limit: 1)
            #expect(second.reminders.map(\.reminder.id) == [ids[2]])
            #expect(second.next == nil)
        }
    }

    @Test("A query that cannot be read is refused, and names what is wrong")
    func query() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, _, family) = try await family(at: relay)
            let refused = await #expect(throws: DeviceError.self) {
                _ = try await ana.reminders(in: family.id, showing: try ReminderFilter(), limit: 1000)
            }
            #expect(refused?.problemKind == .malformed)
        }
    }

    @Test("A place is set and left")
    func place() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, kim, family) = try await family(at: relay)
            let time = AlarmTime(relay.clock.now() + .hours(1))
            let child = try #require(family.members.last?.person)
            let request = ReminderRequest(assignee: child, title: "Wait", time: .once(time, timeZone: nil))
            let id = try await ana.remind(request, in: family.id).reminder.id
            let gate = try Place(latitude: 52.5163, longitude: 13.3777)
            #expect(try await kim.setPlace(of: id, to: gate).reminder.isPlaceWatched)
            let far = try Place(latitude: 52.6163, longitude: 13.3777)
            let answer = try await kim.report(position: far, to: id)
            #expect(answer == ReminderPosition(metres: 11_120, isTold: true))
            #expect(try await !ana.reminder(id).reminder.isPlaceWatched)
            #expect(try await ana.setPlace(of: id, to: nil).reminder.place == nil)
        }
    }
}
