import AlarmCore
import AlarmWire
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DeviceKit

/// The system's alarms, as an app and its extension register them.
private final class SystemUnderTest: Sendable {
    private let count = Mutex(0)
    private let refusals: Mutex<Int>

    struct Refused: Error {}

    init(refusing refusals: Int = 0) {
        self.refusals = Mutex(refusals)
    }

    var registered: Int { count.withLock { $0 } }

    func register() async throws {
        // Time for the other process to come by.
        for _ in 0..<20 { await Task.yield() }
        let isRefused = refusals.withLock { left in
            left -= 1
            return left >= 0
        }
        if isRefused { throw Refused() }
        count.withLock { $0 += 1 }
    }
}

@Suite("An app and its extension that one handoff wakes", .timeLimit(.minutes(5)))
struct ArmingTests {
    private static let due = noon + .hours(1)

    /// The extension and the app: two processes with one profile, each of which has opened the handoff.
    private struct Both {
        let devices: [LocalDevice]
        let alarms: [IncomingAlarm]

        init(in folder: String, clock: TestClock = TestClock()) async throws {
            var couple = try PairedProfiles()
            let message = try couple.seal(MessagePlaintext(id: PlannerTests.id, time: ArmingTests.due, text: "Tea?"))
            let push = AlarmPush(
                stage: .handoff,
                id: PlannerTests.id,
                revision: 1,
                time: ArmingTests.due,
                message: message
            )
            let payload = try PushPayload(push, urgency: .timeSensitive).bytes
            try ProfileFolder(folder).save(couple.ben)
            var devices: [LocalDevice] = []
            var alarms: [IncomingAlarm] = []
            for _ in 0..<2 {
                let device = LocalDevice(
                    profile: couple.ben,
                    store: try ProfileFolder(folder),
                    transport: ScriptedTransport(),
                    configuration: LocalDevice.Configuration(wait: { _ in await Task.yield() }),
                    clock: { clock.now }
                )
                guard case .alarm(let alarm, let plan) = try await device.open(push: payload) else { continue }
                #expect(plan.armsAt == ArmingTests.due, "each of them is asked to arm it")
                devices.append(device)
                alarms.append(alarm)
            }
            self.devices = devices
            self.alarms = alarms
        }

        func arm(in system: SystemUnderTest) async -> [ArmingOutcome?] {
            await withTaskGroup(of: ArmingOutcome?.self) { group in
                for (device, alarm) in zip(devices, alarms) {
                    group.addTask { try? await device.arm(alarm) { try await system.register() } }
                }
                var outcomes: [ArmingOutcome?] = []
                for await outcome in group { outcomes.append(outcome) }
                return outcomes
            }
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await body(folder.path("profile"))
    }

    @Test("Both at once arm it once, whichever comes first", arguments: 1...20)
    func once(round: Int) async throws {
        try await withFolder { folder in
            let both = try await Both(in: folder)
            let system = SystemUnderTest()
            let outcomes = await both.arm(in: system)
            #expect(system.registered == 1)
            #expect(Set(outcomes) == [.armed, .needless])
            #expect(try ProfileFolder(folder).load()?.alarm(PlannerTests.id)?.phase == .armed)
        }
    }

    @Test("Where the system refuses the one, the other arms it")
    func refused() async throws {
        try await withFolder { folder in
            let both = try await Both(in: folder)
            let system = SystemUnderTest(refusing: 1)
            let outcomes = await both.arm(in: system)
            #expect(system.registered == 1)
            #expect(Set(outcomes) == [.armed, nil])
        }
    }

    @Test("A process that died while it armed holds nobody up for longer than 30 seconds")
    func died() async throws {
        try await withFolder { folder in
            let clock = TestClock()
            let both = try await Both(in: folder, clock: clock)
            let system = SystemUnderTest()
            let stuck = Task {
                try await both.devices[0].arm(both.alarms[0]) { while true { try await Task.sleep(for: .seconds(60)) } }
            }
            while try ProfileFolder(folder).load()?.alarm(PlannerTests.id)?.armingSince == nil {
                try Task.checkCancellation()
                await Task.yield()
            }
            clock.advance(by: LocalDevice.armingTime)
            #expect(try await both.devices[1].arm(both.alarms[1]) { try await system.register() } == .armed)
            #expect(system.registered == 1)
            stuck.cancel()
        }
    }

    @Test("An alarm that is cancelled while it is armed is taken off again")
    func overtaken() async throws {
        try await withFolder { folder in
            let both = try await Both(in: folder)
            let cancel = AlarmPush(stage: .cancel, id: PlannerTests.id, revision: 1, time: Self.due)
            let payload = try PushPayload(cancel, urgency: .active).bytes
            let outcome = try await both.devices[0].arm(both.alarms[0]) {
                _ = try await both.devices[1].open(push: payload)
            }
            #expect(outcome == .overtaken)
            #expect(try await both.devices[1].arm(both.alarms[1]) {} == .needless)
        }
    }
}
