import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import TestSupport

/// A family of two parents and two children, each with one phone.
struct FamilyScene {
    let scene: EngineScene
    let family: CircleView
    /// A parent, who founded the family and sets the reminders of most tests.
    let ana: Device
    /// The other parent.
    let ben: Device
    /// A child, for whom they are set.
    let kim: Device
    /// The other child.
    let lea: Device

    init(readsTitles: Bool = true, snoozeLimit: Span = Circle.usualSnoozeLimit) async throws {
        let scene = try EngineScene()
        self.scene = scene
        (ana, ben, kim, lea) = (
            try await scene.register(), try await scene.register(), try await scene.register(),
            try await scene.register()
        )
        let founder = ana
        family = try await scene.ask { work in
            let request = CreateCircle(
                kind: .family,
                name: "home",
                displayName: "Ana",
                relayMayReadTitles: readsTitles,
                snoozeLimit: snoozeLimit
            )
            return try work.createCircle(request, by: founder)
        }
        try await scene.join(ben, family, as: .parent, invitedBy: ana)
        try await scene.join(kim, family, as: .child, invitedBy: ana)
        try await scene.join(lea, family, as: .child, invitedBy: ana)
    }

    /// A reminder in an hour, by Ana for Kim, unless told otherwise.
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
            time: .once(AlarmTime(due ?? scene.now + .hours(1)), timeZone: nil),
            place: place
        )
        return try await set(request, by: creator ?? ana)
    }

    /// A reminder on selected days, by Ana for Kim.
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
        return try await scene.ask { try $0.createReminder(request, in: circle, by: device) }
    }

    func change(_ id: ReminderID, _ request: ReminderRequest, by device: Device) async throws -> ReminderView {
        try await scene.ask { try $0.changeReminder(id, request, by: device) }
    }

    func delete(_ id: ReminderID, by device: Device) async throws {
        _ = try await scene.engine.write { try $0.deleteReminder(id, by: device) }
    }

    @discardableResult
    func complete(_ id: ReminderID, by device: Device) async throws -> ReminderView {
        try await scene.ask { try $0.completeReminder(id, by: device) }
    }

    @discardableResult
    func undo(_ id: ReminderID, by device: Device) async throws -> ReminderView {
        try await scene.ask { try $0.undoCompletion(of: id, by: device) }
    }

    func show(_ id: ReminderID, for device: Device) async throws -> ReminderView {
        let now = scene.now
        return try await scene.engine.read { try scene.engine.reminder(id, for: device, at: now, in: $0) }
    }

    func list(
        _ filter: ReminderFilter? = nil,
        after cursor: ReminderCursor? = nil,
        limit: Int = 50,
        for device: Device? = nil
    ) async throws -> ReminderList {
        let now = scene.now
        let filter = try filter ?? ReminderFilter()
        return try await scene.engine.read { snapshot in
            try scene.engine.reminders(
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

    /// Which devices were sent a push of this stage, each as often as it was, in the order in which they were ordered.
    func told(_ stage: Stage) async throws -> [DeviceID] {
        let people = [ana, ben, kim, lea].map(\.person)
        let rows: Set<DeliveryRow> = try await scene.engine.read { snapshot in
            var rows: Set<DeliveryRow> = []
            for person in people {
                for alarm in try snapshot.alarms(of: person, changedAfter: 0, limit: 1000) {
                    rows.formUnion(try snapshot.deliveries(of: alarm.key))
                }
            }
            return rows
        }
        return rows.filter { $0.order.stage == stage && $0.state == .accepted }
            .sorted { ($0.createdAt, "\($0.order.destination)") < ($1.createdAt, "\($1.order.destination)") }
            .compactMap(\.order.destination.device)
    }
}
