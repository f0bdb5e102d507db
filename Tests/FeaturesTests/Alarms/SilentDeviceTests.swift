import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import MetricsTestKit
import RelayTesting
import Storage
import Testing

@Suite("Devices that take every push and never answer")
struct SilentDeviceTests {
    /// Rings Ben once, through all steps of the policy.
    private func ringOut(_ couple: PairedDevices, in fixture: EngineFixture) async throws -> AlarmID {
        let id = try await fixture.setAlarm(couple, in: .minutes(2))
        try await fixture.pass(.minutes(64))
        return id
    }

    private func funnel(_ couple: PairedDevices, in fixture: EngineFixture) async throws -> DeliveryFunnel {
        let id = try await fixture.setAlarm(couple)
        return try #require(try await fixture.view(id, for: couple.ana).deliveries.first)
    }

    @Test("After three alarms in a row without a report a device counts as silent, and its sender is told so")
    func silent() async throws {
        let factory = TestMetrics()
        let fixture = try EngineFixture(metrics: EngineMetrics(factory: factory))
        let couple = try await fixture.couple()
        for count in 1...4 {
            let id = try await ringOut(couple, in: fixture)
            #expect(try await fixture.state(id) == .missed)
            let told = try #require(try await fixture.view(id, for: couple.ana).deliveries.first)
            #expect((told.unanswered, told.isSilent) == (count, count >= 3))
        }
        let label = "reveille_device_silences_total"
        #expect(try factory.expectCounter(label, [("change", "began")]).totalValue == 1)
        #expect(try factory.expectCounter(label, [("change", "ended")]).totalValue == 0)
        try await fixture.report(.received, of: try await fixture.setAlarm(couple), from: couple.ben)
        #expect(try await fixture.device(couple.ben.id).unanswered == 0)
        #expect(try factory.expectCounter(label, [("change", "ended")]).totalValue == 1)
    }

    /// Any sign of life of a device.
    enum Sign: String, CaseIterable {
        case received, armed, acknowledged, late, synchronised, registered

        func give(_ couple: PairedDevices, over: AlarmID, in fixture: EngineFixture) async throws {
            switch self {
            case .received, .armed, .acknowledged:
                let report = try #require(AlarmReceipt.Report(rawValue: rawValue))
                try await fixture.report(report, of: try await fixture.setAlarm(couple), from: couple.ben)
            case .late: try await fixture.report(.ringing, of: over, from: couple.ben)
            case .synchronised:
                _ = try await fixture.synchronise(try await fixture.device(couple.ben.id))
            case .registered:
                let fresh = ReplaceToken(apns: fixture.pushToken())
                let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(fresh, of: couple.ben) }
            }
        }
    }

    @Test("Any sign of life resets the count", arguments: Sign.allCases)
    func alive(sign: Sign) async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        var last = try await ringOut(couple, in: fixture)
        for _ in 1...2 { last = try await ringOut(couple, in: fixture) }
        #expect(try await funnel(couple, in: fixture).isSilent)
        try await sign.give(couple, over: last, in: fixture)
        let told = try await funnel(couple, in: fixture)
        #expect((told.unanswered, told.isSilent) == (0, false))
    }

    @Test("An alarm that no gateway took, or that was over before anybody could answer, is not held against a device")
    func excused() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.channel.answer { push in push.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        _ = try await ringOut(couple, in: fixture)
        fixture.channel.answer { _ in .accepted }
        let short = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.pass(.seconds(59))
        try await fixture.cancel(short, by: couple.ana)
        #expect(try await fixture.device(couple.ben.id).unanswered == 0)
        let long = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.pass(.seconds(60))
        try await fixture.cancel(long, by: couple.ana)
        #expect(try await fixture.device(couple.ben.id).unanswered == 1)
    }

    @Test("Each device is counted by itself, and each occurrence of an alarm that repeats")
    func occurrences() async throws {
        var limits = Limits()
        limits.silentAfter = 2
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        fixture.clock.advance(by: .seconds(1))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .minutes(2)),
            timeZone: "Etc/UTC",
            repeat: "FREQ=DAILY"
        )
        try await fixture.accept(request, from: couple.ana)
        for _ in 1...2 {
            try await fixture.pass(.minutes(4))
            try await fixture.report(.acknowledged, of: request.id, from: couple.ben)
            try await fixture.pass(.minutes(24 * 60 - 4))
        }
        #expect(try await fixture.device(couple.ben.id).unanswered == 0)
        #expect(try await fixture.device(tablet.id).unanswered == 2)
        let view = try await fixture.view(request.id, for: couple.ana)
        #expect(view.deliveries.map(\.isSilent) == [false, true])
    }
}

@Suite("How often a device may report")
struct ReportQuotaTests {
    @Test("Reports that change alarms are limited by the hour; reports that change nothing are not counted")
    func bounded() async throws {
        var limits = Limits()
        limits.reportsPerHour = 3
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        try await fixture.report(.armed, of: id, from: couple.ben)
        for _ in 0..<5 { try await fixture.report(.armed, of: id, from: couple.ben) }
        for _ in 0..<2 { try await fixture.report(.snoozed, of: id, from: couple.ben) }
        let row = try await fixture.row(id)
        try await expectProblem(.quotaExceeded) { try await fixture.report(.snoozed, of: id, from: couple.ben) }
        #expect(try await fixture.row(id) == row)
        try await fixture.report(.received, of: id, from: couple.ben)
        fixture.clock.advance(by: .hours(1))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
    }
}
