import AlarmCore
import AlarmWire
import DeviceKit
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("Real devices of one person over HTTP")
struct LinkingRouteTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    @Test("A linked device reads and sets alarms, learns later pairs by linking again, and can do nothing once removed")
    func journey() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (phone, ben) = (try await relay.device(), try await relay.device())
            let anaBen = try await relay.pair(phone, "Ana", with: ben, "Ben")
            let (tablet, carl) = (try await relay.device(), try await relay.device())
            #expect(try await relay.link(tablet, to: phone).map(\.partnerName) == ["Ben"])
            #expect(await tablet.profile.displayName == "Ana")

            let due = relay.clock.now() + .hours(1)
            let incoming = try await ben.send(text: "Wake up", at: due, to: anaBen)
            let outgoing = try await tablet.send(text: "You too", at: due, to: anaBen)
            for device in [phone, tablet] {
                let items = try await device.sync().items
                #expect(items.map(\.alarm.words) == [.verified("Wake up")])
                #expect(items.map(\.alarm.partnerName) == ["Ben"])
            }
            #expect(try await ben.sync().items.map(\.alarm.words) == [.verified("You too")])
            let listed = try await phone.list().first { $0.view.id == outgoing.id }
            #expect(listed?.words == .verified("You too"), "what the other device sent")

            relay.clock.advance(by: .minutes(1))
            let anaCarl = try await relay.pair(phone, "Ana", with: carl, "Carl")
            _ = try await carl.send(text: "Hello", at: due, to: anaCarl)
            #expect(try await tablet.pairsOfOtherDevices() == [anaCarl])
            #expect(try await tablet.sync().items.map(\.alarm.words) == [.unverified(.unknownKey)])
            #expect(try await relay.link(tablet, to: phone).map(\.partnerName) == ["Carl"])
            #expect(try await tablet.pairsOfOtherDevices() == [])
            let all = try await tablet.sync(fromScratch: true).items.compactMap(\.alarm.words.text)
            #expect(Set(all) == ["Wake up", "Hello"])

            try await tablet.report(.acknowledged, of: incoming.id)
            #expect(try await ben.list().allSatisfy { $0.view.id != incoming.id })
            try await tablet.revoke(anaCarl)
            #expect(try await phone.refreshPairs().map(\.isActive) == [true, false])

            let devices = try await phone.devices()
            #expect(devices.map(\.view.isSelf) == [true, false])
            #expect(devices.map(\.name) == [nil, "tablet"])
            let id = try #require(await tablet.profile.deviceID)
            try await phone.removeDevice(id)
            let error = await #expect(throws: DeviceError.self) { try await tablet.sync() }
            #expect(error?.problemKind == .unauthorized)
            let other = await #expect(throws: DeviceError.self) {
                _ = try await tablet.send(text: "Still here", at: due, to: anaBen)
            }
            #expect(other?.problemKind == .unauthorized)
            #expect(try await phone.devices().count == 1)
        }
    }

    @Test("A device of another person cannot be removed, and a device can remove itself")
    func removing() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, eve) = (try await relay.device(), try await relay.device())
            let id = try #require(await ana.profile.deviceID)
            let error = await #expect(throws: DeviceError.self) { try await eve.removeDevice(id) }
            #expect(error?.problemKind == .notFound)
            try await ana.removeDevice(id)
            #expect(await ana.profile.deviceID == nil)
        }
    }
}
