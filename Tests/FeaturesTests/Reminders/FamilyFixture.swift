import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage

/// A family of two parents and two children, each with one phone.
struct FamilyFixture {
    let fixture: EngineFixture
    let family: CircleView
    /// A parent, who founded the family and sets the reminders of most tests.
    let ana: Device
    /// The second parent.
    let ben: Device
    /// The child for whom most reminders are set.
    let kim: Device
    /// The second child.
    let lea: Device

    init(
        readsTitles: Bool = true,
        snoozeLimit: Span = Circle.defaultSnoozeLimit,
        zones: any ZoneProvider = ZoneDirectory(),
        store: any Store = freshStore()
    ) async throws {
        let fixture = try EngineFixture(store: store, zones: zones)
        self.fixture = fixture
        (ana, ben, kim, lea) = (
            try await fixture.register(), try await fixture.register(), try await fixture.register(),
            try await fixture.register()
        )
        let founder = ana
        family = try await fixture.ask { tx in
            let request = CreateCircle(
                kind: .family,
                name: "home",
                displayName: "Ana",
                relayMayReadTitles: readsTitles,
                snoozeLimit: snoozeLimit
            )
            return try tx.circles.create(request, by: founder)
        }
        try await fixture.join(ben, family, as: .parent, invitedBy: ana)
        try await fixture.join(kim, family, as: .child, invitedBy: ana)
        try await fixture.join(lea, family, as: .child, invitedBy: ana)
    }

    /// Sets a reminder; by default Ana's, for Kim, due in an hour.
    @discardableResult
    func remind(
        _ title: String? = "Pack the satchel",
        for assignee: Device? = nil,
        by creator: Device? = nil,
        at due: Instant? = nil,
        items: [String] = [],
        place: Place? = nil
    ) async throws -> ReminderView {
        let request = ReminderRequest(
            assignee: (assignee ?? kim).person,
            title: title,
            checklist: try Checklist(items.enumerated().map { Checklist.Item(id: $0 + 1, text: $1) }),
            time: .once(AlarmTime(due ?? fixture.now + .hours(1)), timeZone: nil),
            place: place
        )
        return try await set(request, by: creator ?? ana)
    }

    /// Sets Ana's reminder for Kim on selected days.
    func remind(
        on days: [Weekday],
        every interval: Int = 1,
        from start: String,
        at time: String,
        in zone: String = "Europe/Berlin"
    ) async throws -> ReminderView {
        let begin = try LocalDateTime(iso8601: "\(start)T\(time)")
        let selected = try SelectedDays(days, interval: interval, start: begin.date, time: begin.time, timeZone: zone)
        return try await set(
            ReminderRequest(assignee: kim.person, title: "Practise the violin", time: .days(selected)),
            by: ana
        )
    }

    func set(_ request: ReminderRequest, by device: Device) async throws -> ReminderView {
        let circle = family.id
        return try await fixture.ask { try $0.reminders.create(request, in: circle, by: device) }
    }

    func change(_ id: ReminderID, _ request: ReminderRequest, by device: Device) async throws -> ReminderView {
        try await fixture.ask { try $0.reminders.change(id, request, by: device) }
    }

    func delete(_ id: ReminderID, by device: Device) async throws {
        _ = try await fixture.engine.write { try $0.reminders.delete(id, by: device) }
    }

    @discardableResult
    func complete(_ id: ReminderID, by device: Device) async throws -> ReminderView {
        try await fixture.ask { try $0.reminders.completeReminder(id, by: device) }
    }

    @discardableResult
    func undo(_ id: ReminderID, by device: Device) async throws -> ReminderView {
        try await fixture.ask { try $0.reminders.undoCompletion(of: id, by: device) }
    }

    func show(_ id: ReminderID, for device: Device) async throws -> ReminderView {
        let now = fixture.now
        return try await fixture.engine.read { try fixture.engine.reminder(id, for: device, at: now, in: $0) }
    }

    func list(
        _ filter: ReminderFilter? = nil,
        after cursor: ReminderCursor? = nil,
        limit: Int = 50,
        for device: Device? = nil
    ) async throws -> ReminderList {
        let now = fixture.now
        let filter = try filter ?? ReminderFilter()
        return try await fixture.engine.read { snapshot in
            try fixture.engine.reminders(
                in: family.id,
                showing: filter,
                after: cursor,
                limit: limit,
                for: device ?? ana,
                at: now,
                in: snapshot
            )
        }
    }

    /// Devices that were rung at a reminder's time or at the end of a snooze, without the repeats.
    func rung() async throws -> [DeviceID] { try await told(.ring, after: .zero) }

    /// Devices that were sent a push of this stage, once for each push, in the order of the orders; by default of all its
    /// steps.
    func told(_ stage: Stage, after offset: Span? = nil) async throws -> [DeviceID] {
        let people = [ana, ben, kim, lea].map(\.person)
        let rows: Set<DeliveryRow> = try await fixture.engine.read { snapshot in
            var rows: Set<DeliveryRow> = []
            for person in people {
                for alarm in try snapshot.alarms(of: person, changedAfter: 0, limit: 1000) {
                    rows.formUnion(try snapshot.deliveries(of: alarm.key))
                }
            }
            return rows
        }
        return rows.filter { $0.order.stage == stage && $0.state == .accepted }
            .filter { offset == nil || $0.order.offset == offset }
            .sorted { ($0.createdAt, "\($0.order.destination)") < ($1.createdAt, "\($1.order.destination)") }
            .compactMap(\.order.destination.device)
    }
}
