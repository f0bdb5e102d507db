import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("A device that says what has changed about it")
struct ChangedDeviceTests {
    private func armed(thenChanged capabilities: Device.Capabilities?) async throws -> [Stage] {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        try await fixture.report(.armed, of: id, from: couple.ben)
        if let capabilities {
            let change = DeviceChange(capabilities: capabilities)
            let _: DeviceView = try await fixture.ask { try $0.devices.change(change, of: couple.ben) }
        }
        try await fixture.pass(.minutes(30))
        return fixture.channel.stages
    }

    @Test("Once system alarms are not allowed any more, what was armed is handed off again and rung at the due second")
    func withdrawn() async throws {
        let lost = Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "26.1")
        #expect(try await armed(thenChanged: lost) == [.handoff, .handoff, .ring])
        #expect(try await armed(thenChanged: nil) == [.handoff])
    }

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
