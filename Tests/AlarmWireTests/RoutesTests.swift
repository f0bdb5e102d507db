import AlarmCore
import AlarmWire
import Testing

@Suite("Both sides build the same paths")
struct RoutesTests {
    @Test("A target is its template with the name filled in")
    func targets() throws {
        let name = "AAECAwQFBgcICQoLDA0ODw"
        let invite = try #require(InviteID(name))
        let pair = try #require(PairID(name))
        let alarm = try #require(AlarmID(name))
        #expect(Routes.invite(invite) == "/v1/invites/\(name)")
        #expect(Routes.device(try #require(DeviceID(name))) == "/v1/devices/\(name)")
        #expect(Routes.parcels(invite) == "/v1/invites/\(name)/parcels")
        #expect(Routes.answer(invite) == "/v1/invites/\(name)/answer")
        #expect(Routes.confirm(invite) == "/v1/invites/\(name)/confirm")
        #expect(Routes.acknowledge(invite) == "/v1/invites/\(name)/ack")
        #expect(Routes.pair(pair) == "/v1/pairs/\(name)")
        #expect(Routes.alarm(alarm) == "/v1/alarms/\(name)")
        #expect(Routes.receipts(alarm) == "/v1/alarms/\(name)/receipts")
        #expect(Routes.token == "/v1/devices/self/token")
        #expect(Routes.sync() == "/v1/sync")
        #expect(Routes.sync(since: SyncCursor(change: 42)) == "/v1/sync?since=42")
    }

    @Test("Every path knows at least one method", arguments: Routes.Template.allCases)
    func methods(template: Routes.Template) {
        #expect(!template.methods.isEmpty)
        #expect(template.rawValue.hasPrefix("/v1/"))
    }
}
