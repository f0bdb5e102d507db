import AlarmCore
import AlarmWire
import DeviceKit
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("Care circles over HTTP")
struct CareRouteTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    /// Creates Ana's care circle, which Ben joins by a code that Ana confirms.
    private func circle(at relay: TestRelay, of ana: LocalDevice, with ben: LocalDevice) async throws -> CircleID {
        let circle = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
        try await relay.join(ben, to: circle, as: .member, invitedBy: ana)
        return circle.id
    }

    @Test("A dweller sets, signals and cancels; a member sees, and reads what the dweller lets them read")
    func journey() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, ben) = (try await relay.device(), try await relay.device())
            let id = try await circle(at: relay, of: ana, with: ben)
            let rule = try InactivityRule(wait: .hours(2))
            #expect(try await ana.setCareSettings(CareSettings(inactivity: rule)).inactivity == rule)
            #expect(try await ana.careSettings().inactivity == rule)
            let end = relay.clock.now() + .hours(3)
            #expect(try await ana.pauseCare(until: end).pausedUntil == end)
            #expect(try await ana.signal(CareSignalRequest(.fall)).held == .paused)
            #expect(try await ana.resumeCare().pausedUntil == nil)
            #expect(try await ana.reportActivity().asksAt == relay.clock.now() + .hours(2))

            let alert = try await ana.signal(CareSignalRequest(.fall))
            #expect(alert.state == .counting)
            #expect(alert.notice.contains("not a medical device"))
            #expect(try await ana.cancelAlert(alert.id).state == .cancelled)
            let dweller = try #require(try await ben.careOverview().dwellers.first)
            #expect(dweller.name == "Ana")
            #expect(dweller.status?.lastActivity == relay.clock.now())

            let refused = await #expect(throws: DeviceError.self) { _ = try await ben.careHistory(of: id) }
            #expect(refused?.problemKind == .notAllowed)
            let hidden = await #expect(throws: DeviceError.self) { _ = try await ben.acknowledgeAlert(alert.id) }
            #expect(hidden?.problemKind == .notFound)
            let member = try #require(try await ana.circle(id).members.last?.person)
            _ = try await ana.change(member, of: id, MemberChange(permissions: Permission.care))
            let history = try await ben.wholeCareHistory(of: id)
            #expect(Set(history.alerts.map(\.state)) == [.cancelled, .held])
            #expect(history.notice == alert.notice)
            let table = String(decoding: try await ben.careTable(of: id), as: UTF8.self)
            #expect(table == history.csv)
        }
    }

    @Test("A person without a care circle is told so, and cannot read another's")
    func strangers() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, ben) = (try await relay.device(), try await relay.device())
            let eve = try await relay.device()
            let id = try await circle(at: relay, of: ana, with: ben)
            let none = await #expect(throws: DeviceError.self) { _ = try await eve.signal(CareSignalRequest(.fall)) }
            #expect(none?.problemKind == .conflict)
            let settings = await #expect(throws: DeviceError.self) { _ = try await eve.careSettings() }
            #expect(settings?.problemKind == .notFound)
            let history = await #expect(throws: DeviceError.self) { _ = try await eve.careHistory(of: id) }
            #expect(history?.problemKind == .notFound)
            let table = await #expect(throws: DeviceError.self) { _ = try await eve.careTable(of: id) }
            #expect(table?.problemKind == .notFound)
        }
    }

    @Test("A relay that sends no text messages says so to who leaves a number, and its log does not")
    func phone() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let ben = try await relay.device()
            let phone = CarePhone(phone: "+491701234567", name: "Ben")
            for _ in 0..<3 {
                let refused = await #expect(throws: DeviceError.self) { _ = try await ben.setCarePhone(phone) }
                #expect(refused?.problemKind == .noChannel)
            }
            #expect(relay.log.lines("a request could not be answered").isEmpty)
            let gone = await #expect(throws: DeviceError.self) { try await ben.removeCarePhone() }
            #expect(gone?.problemKind == .notFound)
        }
    }

    @Test("A dweller's note on an alert, and a member's answer, open only on the other's device")
    func notes() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, ben, eve) = (try await relay.device(), try await relay.device(), try await relay.device())
            let circle = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            for (guest, name) in [(ben, "Ben"), (eve, "Eve")] {
                let joined = try await relay.join(guest, called: name, to: circle, as: .member, invitedBy: ana)
                try await ana.introduce(in: circle.id)
                let rights = guest === ben ? Permission.care : [.status]
                _ = try await ana.change(joined.person, of: circle.id, MemberChange(permissions: rights))
            }
            let alert = try await ana.signal(CareSignalRequest(.fall))
            let noted = try await ana.note("I fell in the kitchen", on: alert)
            #expect(noted.unreached.isEmpty)
            #expect(await ana.profile.notes(of: noted.alert).map(\.words) == [.verified("I fell in the kitchen")])
            _ = try await ana.cancelAlert(alert.id)

            let seen = try await ben.careAlert(alert.id)
            #expect(await ben.profile.notes(of: seen).map(\.words) == [.verified("I fell in the kitchen")])
            let answered = try await ben.note("On my way", on: seen)
            #expect(answered.unreached.isEmpty, "Ben learnt of Eve when Ana let her in")
            let both = try await ana.careAlert(alert.id)
            #expect(
                await ana.profile.notes(of: both).map(\.words)
                    == [.verified("I fell in the kitchen"), .verified("On my way")]
            )
            let hidden = await #expect(throws: DeviceError.self) { _ = try await eve.careAlert(alert.id) }
            #expect(hidden?.problemKind == .notFound)
        }
    }
}
