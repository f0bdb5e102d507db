import AlarmCore
import AlarmWire
import DeviceKit
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("Everything that a person gave, over HTTP")
struct MeRouteTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    @Test(
        "It is got, then deleted with a receipt; the device is a stranger then, and can begin anew",
        .timeLimit(.minutes(10))
    )
    func life() async throws {
        // A store on the disk, from which the deleted data has to disappear.
        try await TestRelay.with(Self.flags, store: nil, through: .live) { relay in
            let ana = try await relay.device()
            _ = try await ana.createCircle(CreateCircle(kind: .family, name: "Hearth", displayName: "Ana"))
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await ana.checkIn()
            let former = try #require(await ana.profile.deviceID)

            let export = try await ana.exportEverything()
            #expect(export.elements(of: "devices").count == 1)
            #expect(export.elements(of: "checkIns").count == 1)
            let text = String(decoding: export.wire, as: UTF8.self)
            #expect(text.contains("Hearth"))

            let receipt = try #require(try await ana.deleteEverything())
            #expect(receipt.count(of: "devices") == 1)
            #expect(receipt.count(of: "circles") == 1)
            #expect(receipt.count(of: "checkIns") == 1)
            #expect(await ana.profile.deviceID == nil)
            let refusal = await #expect(throws: DeviceError.self) { _ = try await ana.circles() }
            guard case .notRegistered = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            try await ana.register()
            #expect(await ana.profile.deviceID != former)
            #expect(try await ana.circles() == [])
        }
    }

    @Test("A repeat has no key here any more")
    func repeated() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let device = try await TestDevice(at: relay)
            let jti = TestDevice.newID()
            let answer = try await device.send(Endpoints.Me.delete(), jti: jti)
            #expect(answer.status == .ok)
            #expect(try answer.message(DeletionReceipt.self).count(of: "devices") == 1)
            #expect(try await device.send(Endpoints.Me.delete(), jti: jti).problem().kind == .unauthorized)
        }
    }
}
