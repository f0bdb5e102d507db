import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("A device that says what has changed about it")
struct ChangedDeviceTests {
    @Test("Once critical alerts are allowed, an alarm that was set before is critical")
    func critical() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        let change = DeviceChange(
            capabilities: Device.Capabilities(alarmKit: true, criticalAlerts: true, os: "26.1")
        )
        let _: DeviceView = try await fixture.ask { try $0.devices.change(change, of: couple.ben) }
        try await fixture.pass(.minutes(32))
        let last = String(decoding: try #require(fixture.channel.sent.last).payload, as: UTF8.self)
        #expect(last.contains("\"interruption-level\":\"critical\""))
    }
}
