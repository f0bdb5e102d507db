import AlarmCore
import AlarmWire
import Delivery
import Engine
import MetricsTestKit
import RelayTesting
import Storage
import Testing

@Suite("Devices that take every push and never answer")
struct SilentDeviceTests {
    /// Rings Ben once, to the end of the ladder.
    private func ringOut(_ couple: Couple, in scene: EngineScene) async throws -> AlarmID {
        let id = try await scene.setAlarm(couple, in: .minutes(2))
        try await scene.pass(.minutes(13))
        return id
    }

    private func funnel(_ couple: Couple, in scene: EngineScene) async throws -> DeliveryFunnel {
        let id = try await scene.setAlarm(couple)
        return try #require(try await scene.view(id, for: couple.ana).deliveries.first)
    }

    @Test("After three alarms in a row without a word a device counts as silent, and its sender is told so")
    func silent() async throws {
        let factory = TestMetrics()
        let scene = try EngineScene(metrics: EngineMetrics(factory: factory))
        let couple = try await scene.couple()
        for count in 1...4 {
            let id = try await ringOut(couple, in: scene)
            #expect(try await scene.state(id) == .missed)
            let told = try #require(try await scene.view(id, for: couple.ana).deliveries.first)
            #expect((told.unanswered, told.isSilent) == (count, count >= 3))
        }
        let label = "reveille_device_silences_total"
        #expect(try factory.expectCounter(label, [("change", "began")]).totalValue == 1)
        #expect(try factory.expectCounter(label, [("change", "ended")]).totalValue == 0)
        try await scene.report(.received, of: try await scene.setAlarm(couple), from: couple.ben)
        #expect(try await scene.device(couple.ben.id).unanswered == 0)
        #expect(try factory.expectCounter(label, [("change", "ended")]).totalValue == 1)
    }

    /// What shows that a device lives.
    enum Sign: String, CaseIterable {
        case received, armed, acknowledged, late, synchronised, registered

        func give(_ couple: Couple, over: AlarmID, in scene: EngineScene) async throws {
            switch self {
            case .received, .armed, .acknowledged:
                let report = try #require(AlarmReceipt.Report(rawValue: rawValue))
                try await scene.report(report, of: try await scene.setAlarm(couple), from: couple.ben)
            case .late: try await scene.report(.ringing, of: over, from: couple.ben)
            case .synchronised:
                _ = try await scene.synchronise(try await scene.device(couple.ben.id))
            case .registered:
                let fresh = ReplaceToken(apns: scene.pushToken())
                let _: TokenReplaced = try await scene.ask { try $0.replaceToken(fresh, of: couple.ben) }
            }
        }
    }

    @Test("Any sign of life is enough to begin anew", arguments: Sign.allCases)
    func alive(sign: Sign) async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        var last = try await ringOut(couple, in: scene)
        for _ in 1...2 { last = try await ringOut(couple, in: scene) }
        #expect(try await funnel(couple, in: scene).isSilent)
        try await sign.give(couple, over: last, in: scene)
        let told = try await funnel(couple, in: scene)
        #expect((told.unanswered, told.isSilent) == (0, false))
    }

    @Test("An alarm that no gateway took, or that was over before anybody could answer, is not held against a device")
    func excused() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        scene.channel.answer { push in push.alarm?.stage == .ring ? .rejected(reason: "BadTopic") : .accepted }
        _ = try await ringOut(couple, in: scene)
        scene.channel.answer { _ in .accepted }
        let short = try await scene.setAlarm(couple, in: .zero)
        try await scene.pass(.seconds(59))
        try await scene.cancel(short, by: couple.ana)
        #expect(try await scene.device(couple.ben.id).unanswered == 0)
        let long = try await scene.setAlarm(couple, in: .zero)
        try await scene.pass(.seconds(60))
        try await scene.cancel(long, by: couple.ana)
        #expect(try await scene.device(couple.ben.id).unanswered == 1)
    }

    @Test("Each device is counted by itself, and each occurrence of an alarm that repeats")
    func occurrences() async throws {
        var limits = Limits()
        limits.silentAfter = 2
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        scene.clock.advance(by: .seconds(1))
        let tablet = try await scene.addDevice(besides: couple.ben)
        let request = try scene.request(
            couple,
            at: AlarmTime(scene.now + .minutes(2)),
            timeZone: "Etc/UTC",
            repeat: "FREQ=DAILY"
        )
        try await scene.accept(request, from: couple.ana)
        for _ in 1...2 {
            try await scene.pass(.minutes(4))
            try await scene.report(.acknowledged, of: request.id, from: couple.ben)
            try await scene.pass(.minutes(24 * 60 - 4))
        }
        #expect(try await scene.device(couple.ben.id).unanswered == 0)
        #expect(try await scene.device(tablet.id).unanswered == 2)
        let view = try await scene.view(request.id, for: couple.ana)
        #expect(view.deliveries.map(\.isSilent) == [false, true])
    }
}

@Suite("How often a device may report")
struct ReportQuotaTests {
    @Test("Reports that change alarms are bounded by the hour; what is no news is not counted")
    func bounded() async throws {
        var limits = Limits()
        limits.reportsPerHour = 3
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        try await scene.report(.armed, of: id, from: couple.ben)
        for _ in 0..<5 { try await scene.report(.armed, of: id, from: couple.ben) }
        for _ in 0..<2 { try await scene.report(.snoozed, of: id, from: couple.ben) }
        let row = try await scene.row(id)
        try await expectProblem(.quotaExceeded) { try await scene.report(.snoozed, of: id, from: couple.ben) }
        #expect(try await scene.row(id) == row)
        try await scene.report(.received, of: id, from: couple.ben)
        scene.clock.advance(by: .hours(1))
        try await scene.report(.acknowledged, of: id, from: couple.ben)
    }
}
