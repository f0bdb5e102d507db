import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("The devices in a list")
struct DeviceNameTests {
    @Test("A device that has no name here is said to have none, and a server is told from a phone")
    func names() {
        func name(_ platform: Device.Platform, _ name: String? = nil, isSelf: Bool = false) -> String {
            let view = DeviceView(
                id: DeviceID(high: 1, low: 1),
                isSelf: isSelf,
                platform: platform,
                capabilities: .none,
                since: Instant(milliseconds: 0),
                isReachable: true
            )
            return DeviceListing(view: view, name: name).shownName(in: .english)
        }
        #expect(name(.events) == "a device without a name")
        #expect(name(.webhook) == "a server without a name")
        #expect(name(.apns, "the tablet") == "the tablet")
        #expect(name(.events, "the desk", isSelf: true) == "this one")
    }
}
