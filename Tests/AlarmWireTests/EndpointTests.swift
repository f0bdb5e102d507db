import AlarmCore
import AlarmWire
import Testing

@Suite("Endpoints, shared by both sides")
struct EndpointTests {
    private static let name = "AAECAwQFBgcICQoLDA0ODw"

    /// The values in the target `text` as the relay reads them, by the template that its router found.
    private static func values(of text: String, at template: String) -> TargetValues {
        let parts = text.split(separator: "?", maxSplits: 1)
        let path = zip(template.split(separator: "/"), parts[0].split(separator: "/"))
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map {
            $0.split(separator: "=", maxSplits: 1)
        }
        return TargetValues(
            path: { name in path.first { $0.0 == "{\(name)}" }.map { String($0.1) } },
            query: { name in query.first { $0[0] == name }.map { String($0[1]) } }
        )
    }

    /// The relay's reading of the target that a device builds.
    private static func read<Target>(
        _ target: Target,
        at endpoint: Endpoint<Target, some Any, some Any>
    ) throws -> Target {
        try Target(reading: values(of: endpoint.target(target), at: endpoint.path))
    }

    @Test("A target is its path with the names filled in")
    func targets() throws {
        let name = Self.name
        let invite = try #require(InviteID(name))
        let pair = try #require(PairID(name))
        let person = try #require(PersonID(name))
        let alarm = try #require(AlarmID(name))
        #expect(Endpoints.Invites.show.target(invite) == "/v1/invites/\(name)")
        #expect(Endpoints.Devices.remove.target(try #require(DeviceID(name))) == "/v1/devices/\(name)")
        #expect(Endpoints.Invites.handOver.target(invite) == "/v1/invites/\(name)/parcels")
        #expect(Endpoints.Invites.answer.target(invite) == "/v1/invites/\(name)/answer")
        #expect(Endpoints.Invites.confirm.target(invite) == "/v1/invites/\(name)/confirm")
        #expect(Endpoints.Invites.acknowledge.target(invite) == "/v1/invites/\(name)/ack")
        #expect(Endpoints.Pairs.revoke.target(pair) == "/v1/pairs/\(name)")
        #expect(Endpoints.Pairs.showConsent.target(.partner(of: pair)) == "/v1/consent/\(name)")
        #expect(Endpoints.Pairs.setConsent.target(.person(person)) == "/v1/consent/\(name)")
        #expect(Endpoints.Alarms.show.target(alarm) == "/v1/alarms/\(name)")
        #expect(Endpoints.Alarms.report.target(alarm) == "/v1/alarms/\(name)/receipts")
        #expect(Endpoints.Devices.replaceToken.target == "/v1/devices/self/token")
        #expect(
            Endpoints.Circles.introduce.target(MemberTarget(person, of: pair))
                == "/v1/circles/\(name)/introductions/\(name)"
        )
        #expect(Endpoints.Sync.synchronise.target(CursorTarget()) == "/v1/sync")
        #expect(Endpoints.Sync.synchronise.target(CursorTarget(since: SyncCursor(change: 42))) == "/v1/sync?since=42")
    }

    @Test("The relay reads a target as the device built it")
    func readings() throws {
        let circle = CircleID(high: 1, low: 2)
        let member = MemberTarget(PersonID(high: 3, low: 4), of: circle)
        #expect(try Self.read(member, at: Endpoints.Circles.changeMember) == member)
        #expect(try Self.read(AlarmID(high: 5, low: 6), at: Endpoints.Alarms.report) == AlarmID(high: 5, low: 6))
        let cursor = CursorTarget(since: SyncCursor(change: 7))
        #expect(try Self.read(cursor, at: Endpoints.Me.export) == cursor)
        #expect(try Self.read(CursorTarget(), at: Endpoints.Me.export) == CursorTarget())
        let history = CareHistoryTarget(circle, before: DocumentID(high: 8, low: 9))
        #expect(try Self.read(history, at: Endpoints.Care.history) == history)
        let page = ReminderListTarget(
            circle,
            showing: try ReminderFilter(
                status: .open,
                assignee: PersonID(high: 3, low: 4),
                from: Instant(seconds: 1_800_000_000),
                to: Instant(seconds: 1_800_003_600)
            ),
            after: ReminderCursor(due: Instant(seconds: 1_800_000_060), id: ReminderID(high: 1, low: 1)),
            limit: 20
        )
        #expect(try Self.read(page, at: Endpoints.Reminders.list) == page)
        let first = ReminderListTarget(circle, showing: try ReminderFilter())
        #expect(Endpoints.Reminders.list.target(first) == "/v1/circles/\(circle)/reminders")
        #expect(try Self.read(first, at: Endpoints.Reminders.list) == first)
    }

    @Test("An invalid path is not found, and an invalid query is malformed")
    func refusals() {
        let nothing = TargetValues(path: { _ in "x" }, query: { _ in "x y" })
        #expect(throws: Problem(.notFound)) { _ = try AlarmID(reading: nothing) }
        let error = #expect(throws: Problem.self) { _ = try CursorTarget(reading: nothing) }
        #expect(error?.kind == .malformed)
    }

    @Test("A request carries a body where its method does, and none elsewhere")
    func bodies() throws {
        let id = try #require(AlarmID(Self.name))
        let change = AlarmChange(sound: "gong")
        let request = Endpoints.Alarms.change(id, change)
        #expect((request.method, request.target) == (.patch, "/v1/alarms/\(Self.name)"))
        #expect(request.body == change.json)
        #expect(Endpoints.Alarms.cancel(id).body == nil)
        #expect(Endpoints.Alarms.list().body == nil)
        #expect(Endpoints.CheckIns.rehearse().body == .object(JSONObject()))
    }

    @Test("Every endpoint is unique, and belongs to this version of the protocol")
    func list() {
        #expect(Set(Endpoints.all.map { "\($0.method) \($0.path)" }).count == Endpoints.all.count)
        #expect(Endpoints.all.allSatisfy { $0.path.hasPrefix("/v1/") && !$0.statuses.isEmpty })
    }
}
