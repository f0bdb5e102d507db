import AlarmCore
import AlarmWire
import Sealing
import Synchronization
import Testing

@testable import DeviceKit

/// A system that remembers what it was asked for, and refuses what it is told to.
private final class RecordingSystem: AlarmSystem {
    struct Refused: Error {}

    private let calls = Mutex<[String]>([])
    private let refused: Set<String>

    init(refusing refused: Set<String> = []) {
        self.refused = refused
    }

    var asked: [String] { calls.withLock { $0 } }

    private func ask(_ name: String, _ detail: String = "") throws {
        calls.withLock { $0.append(name + detail) }
        if refused.contains(name) { throw Refused() }
    }

    private static func after(_ time: Instant) -> String { " +\((time - noon).milliseconds / 1000) s" }

    func arm(_ alarm: IncomingAlarm, at time: Instant) async throws { try ask("arm", Self.after(time)) }
    func keepNotification(of alarm: IncomingAlarm, at time: Instant) async throws {
        try ask("keep", Self.after(time))
    }
    func show(_ alarm: IncomingAlarm) async throws { try ask("show") }
    func sound(_ alarm: IncomingAlarm, again: Bool) async throws { try ask("sound", again ? " again" : "") }
    func takeBack(_ id: AlarmID) async { try? ask("take back") }
}

@Suite("What a plan asks of the system is done, and reported as far as it was")
struct AlarmSystemTests {
    private func push(_ stage: PushStage, _ couple: inout PairedProfiles) throws -> [UInt8] {
        let message = try couple.seal(MessagePlaintext(id: PlannerTests.id, time: PlannerTests.due, text: "Tea?"))
        let alarm = AlarmPush(
            stage: stage,
            id: PlannerTests.id,
            revision: 1,
            time: PlannerTests.due,
            message: stage == .cancel ? nil : message
        )
        return try PushPayload(alarm, urgency: .timeSensitive).bytes
    }

    private func transport(answers: Int) -> ScriptedTransport {
        let answer = ReceiptAccepted(id: PlannerTests.id, state: .scheduled, revision: 1)
        return ScriptedTransport((0..<answers).map { _ in .ok(answer) })
    }

    @Test("A handoff is armed once and reported so; its cancellation takes it back")
    func armAndCancel() async throws {
        var couple = try PairedProfiles()
        let device = LocalDevice(couple.ben, transport(answers: 1))
        let system = RecordingSystem()
        let first = try await device.handle(push: push(.handoff, &couple), on: system)
        #expect(first.done == CarriedOut(reports: [.armed]))
        #expect(first.received.notificationText == NotificationText(title: "Ana", body: "Tea?"))
        let second = try await device.handle(push: push(.handoff, &couple), on: system)
        #expect(second.done == CarriedOut())
        _ = try await device.handle(push: push(.cancel, &couple), on: system)
        #expect(system.asked == ["arm +3600 s", "take back"])
    }

    @Test("Where the system refuses the alarm, a notification is kept for ten seconds later, and `received` reported")
    func refused() async throws {
        var couple = try PairedProfiles()
        let device = LocalDevice(couple.ben, transport(answers: 1))
        let system = RecordingSystem(refusing: ["arm"])
        let done = try await device.handle(push: push(.handoff, &couple), on: system).done
        #expect(done.reports == [.received])
        #expect(done.failures.count == 1)
        #expect(system.asked == ["arm +3600 s", "keep +3610 s"])
    }

    @Test("Where the system refuses both, nothing is reported, and both refusals are told")
    func refusedTwice() async throws {
        var couple = try PairedProfiles()
        let transport = transport(answers: 0)
        let device = LocalDevice(couple.ben, transport)
        let system = RecordingSystem(refusing: ["arm", "keep"])
        let done = try await device.handle(push: push(.handoff, &couple), on: system).done
        #expect(done.reports.isEmpty && done.failures.count == 2)
        #expect(transport.sent.isEmpty)
    }

    @Test("A ring that made no sound is not reported as one")
    func silentRing() async throws {
        var couple = try PairedProfiles()
        let transport = transport(answers: 1)
        let device = LocalDevice(couple.ben, transport)
        let done = try await device.handle(push: push(.ring, &couple), on: RecordingSystem(refusing: ["sound"])).done
        #expect(done.reports.isEmpty && done.failures.count == 1)
        #expect(transport.sent.isEmpty)
    }

    @Test("Times are given by this device's clock, which is wrong by what the relay has told")
    func wrongClock() async throws {
        var couple = try PairedProfiles()
        couple.ben.clockOffset = .minutes(5)
        let device = LocalDevice(couple.ben, transport(answers: 1))
        let system = RecordingSystem()
        _ = try await device.handle(push: push(.handoff, &couple), on: system)
        #expect(system.asked == ["arm +3300 s"])
    }

    @Test("A notification keeps its own text where the words cannot be verified")
    func unverified() async throws {
        var couple = try PairedProfiles()
        couple.ben.pairs = []
        let device = LocalDevice(couple.ben, transport(answers: 1))
        let received = try await device.handle(push: push(.ring, &couple), on: RecordingSystem()).received
        #expect(received.notificationText == NotificationText())
        #expect(
            try await device.handle(push: [], on: RecordingSystem()).received.notificationText == NotificationText()
        )
    }

    @Test(
        "Every answer silences the alarm here, also without a network, and is told as its report",
        arguments: AlarmAnswer.allCases
    )
    func answers(answer: AlarmAnswer) async throws {
        var couple = try PairedProfiles()
        let transport = transport(answers: 1)
        let device = LocalDevice(couple.ben, transport)
        let system = RecordingSystem()
        _ = try await device.handle(push: push(.ring, &couple), on: system)
        // The script has come to its end: the relay cannot be reached.
        let text = answer == .reply ? "Up!" : " "
        #expect(try await device.answer(answer, to: PlannerTests.id, saying: text, on: system) == .kept)
        #expect(system.asked == ["sound", "take back"])
        let kept = try #require(await device.profile.unsentReceipts.first).receipt
        #expect(kept.report == answer.report)
        #expect((kept.reply != nil) == (answer == .reply))
    }
}
