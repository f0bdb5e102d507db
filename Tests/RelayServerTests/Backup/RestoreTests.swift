import AlarmCore
import AlarmWire
import DeviceKit
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Sealing
import Storage
import Testing

@testable import RelayServer

@Suite("A relay that is restored from a backup", .timeLimit(.minutes(10)))
struct RestoreTests {
    private static let flags = ["open-registration": "true"]

    /// A relay's folder with a clock, in which the relay is started, backed up and restored.
    private struct Place: Sendable {
        let directory: TemporaryDirectory
        let clock = TestClock()
        var file: String { directory.path + "/backup" }

        var configuration: RelayConfiguration {
            get throws {
                try RelayConfiguration(flags: RestoreTests.flags, environment: TestRelay.environment(directory))
            }
        }

        func run(_ body: @escaping @Sendable (TestRelay) async throws -> Void) async throws {
            try await TestRelay.with(RestoreTests.flags, in: directory, under: clock, body)
        }

        func backUp() async throws -> BackupReport {
            try await makeBackup(configuration: configuration, to: file, replacing: true, clock: clock)
        }

        func restore(replacing: Bool = true, isLastState: Bool = false) async throws -> RestoreReport {
            try await restoreBackup(
                configuration: configuration,
                from: file,
                replacing: replacing,
                isLastState: isLastState,
                clock: clock
            )
        }
    }

    private static func with(_ body: (Place) async throws -> Void) async throws {
        try await TemporaryDirectory.with { try await body(Place(directory: $0)) }
    }

    /// The state of an alarm, and the stages of the deliveries that were ordered for it.
    private static func look(
        at id: AlarmID,
        in relay: TestRelay
    ) async throws -> (state: AlarmState, stages: [Stage])? {
        try await relay.relay.engine.read { snapshot in
            guard let row = try snapshot.alarm(id) else { return nil }
            return (row.alarm.state, try snapshot.deliveries(of: row.key).map(\.order.stage))
        }
    }

    @Test("A backup of a running relay holds what was stored before it; the database of later is kept aside")
    func beside() async throws {
        try await Self.with { place in
            try await place.run { relay in
                let couple = try await TestPair(at: relay)
                let first = try couple.request()
                _ = try await couple.ana.send(Endpoints.Alarms.set(first))
                let report = try await place.backUp()
                #expect(report.contents.people == 2 && report.contents.pairs == 1 && !report.contents.isStopped)
                #expect(report.contents.sealedValues >= 2)
                let second = try couple.request()
                _ = try await couple.ana.send(Endpoints.Alarms.set(second))
                await #expect(throws: StoreError.self) { try await place.restore() }
            }
            let database = try place.configuration.database
            await #expect(throws: BackupError.databaseInTheWay(path: database)) {
                try await place.restore(replacing: false)
            }
            let report = try await place.restore()
            let former = try #require(report.formerDatabase)
            #expect(FileManager.default.fileExists(atPath: former))
            #expect(report.contents.pendingAlarms == 1)
            let left = try FileManager.default.contentsOfDirectory(atPath: place.configuration.data)
            #expect(!left.contains { $0.hasSuffix("-draft") || $0.hasSuffix(".partial") }, "\(left)")
            try await place.run { relay in
                let count = try await relay.relay.engine.read { try $0.wakeCount() }
                #expect(count == 1)
            }
        }
    }

    @Test(
        "What came due since the backup is rung late for a quarter of an hour, and then told as missed, not rung",
        arguments: [(Span.minutes(10), AlarmState.ringing), (.hours(2), .missed)]
    )
    func past(late: Span, state: AlarmState) async throws {
        try await Self.with { place in
            let alarm = SharedValue<AlarmID>()
            try await place.run { relay in
                let couple = try await TestPair(at: relay)
                let request = try couple.request()
                _ = try await couple.ana.send(Endpoints.Alarms.set(request))
                alarm.value = request.id
                _ = try await place.backUp()
            }
            place.clock.advance(by: .hours(1) + late)
            _ = try await place.restore()
            try await place.run { relay in
                try await EngineDriver(relay.relay.engine, clock: place.clock).catchUp()
                let id = try #require(alarm.value)
                let found = try #require(try await Self.look(at: id, in: relay))
                #expect(found.state == state)
                #expect(found.stages.contains(.ring) == (state == .ringing))
                let blind = try await relay.relay.engine.read { try $0.blindIntervals(limit: 1) }
                #expect(blind.map(\.cause) == [.restored])
            }
        }
    }

    @Test("A request from before the restoration is refused for its time, and one from after is not")
    func replay() async throws {
        try await Self.with { place in
            let key = [UInt8](repeating: 5, count: 32)
            let captured = SharedValue<(DeviceID, [UInt8])>()
            let target = Endpoints.Pairs.list().target
            try await place.run { relay in
                let device = try await TestDevice(at: relay, deviceKey: key)
                let plaintext = RequestPlaintext(
                    issuedAt: place.clock.now(),
                    id: TestDevice.newID(),
                    method: .get,
                    target: target
                )
                captured.value = (device.id, plaintext.wire)
                _ = try await place.backUp()
            }
            place.clock.advance(by: .seconds(10))
            _ = try await place.restore()
            place.clock.advance(by: .seconds(10))
            let (id, plaintext) = try #require(captured.value)
            try await place.run { relay in
                let device = try await TestDevice(at: relay, id, deviceKey: key)
                let old = try await device.send(.get, target, sealing: plaintext)
                #expect(try old.problem().kind == .clockSkew)
                #expect(try await device.send(.get, target).status == .ok)
            }
        }
    }

    @Test("A ring for an alarm that the backup knew says when the relay was restored, and one of before does not")
    func told() async throws {
        try await Self.with { place in
            try await RelayJourney.with(in: place.directory, under: place.clock) { journey in
                let (ana, ben) = (try await journey.phone(), try await journey.phone())
                let pair = try await journey.relay.pair(ana, "Ana", with: ben, "Ben")
                _ = try await ana.send(text: "Soon", at: journey.now + .minutes(2), to: pair)
                _ = try await ana.send(text: "Later", at: journey.now + .hours(1), to: pair)
                try await journey.pass(.minutes(2))
                let rings = journey.gateway.sent.compactMap(\.alarm).filter { $0.stage == .ring }
                #expect(!rings.isEmpty && rings.allSatisfy { $0.restoredAt == nil })
                _ = try await place.backUp()
            }
            place.clock.advance(by: .minutes(30))
            _ = try await place.restore()
            let restoredAt = place.clock.now()
            try await RelayJourney.with(in: place.directory, under: place.clock) { journey in
                try await journey.pass(.minutes(30))
                let rings = journey.gateway.sent.compactMap(\.alarm).filter { $0.stage == .ring }
                #expect(!rings.isEmpty && rings.allSatisfy { $0.restoredAt == restoredAt })
            }
        }
    }

    @Test("A stopped relay moves with its last state: nothing is void, and it goes on as after a pause")
    func move() async throws {
        try await Self.with { place in
            try await place.run { relay in
                _ = try await TestPair(at: relay)
                _ = try await place.backUp()
            }
            await #expect(throws: BackupError.notStopped(path: place.file)) {
                _ = try await place.restore(isLastState: true)
            }
            try await place.run { try await $0.leave() }
            _ = try await place.backUp()
            place.clock.advance(by: .minutes(1))
            let report = try await place.restore(isLastState: true)
            #expect(report.isLastState && report.contents.isStopped)
            try await place.run { relay in
                #expect(relay.relay.engine.health.restoration == nil)
                let blind = try await relay.relay.engine.read { try $0.blindIntervals(limit: 1) }
                #expect(blind.map(\.cause) == [.stopped])
            }
        }
    }

    @Test("A backup can be checked beside a running relay, and needs the keyring that sealed it")
    func check() async throws {
        try await Self.with { place in
            try await place.run { relay in
                _ = try await TestPair(at: relay)
                _ = try await place.backUp()
                let configuration = try place.configuration
                let report = try await checkBackup(configuration: configuration, file: place.file, clock: place.clock)
                #expect(report.database == nil && report.contents.devices == 2)
                try Keyring.generate(at: place.clock.now()).replace(at: configuration.keyring)
                await #expect(throws: KeyringError.self) {
                    try await checkBackup(configuration: configuration, file: place.file, clock: place.clock)
                }
            }
        }
    }

    @Test("A file that is there is replaced only when that is asked for, and a failed backup leaves none")
    func existing() async throws {
        try await Self.with { place in
            try await place.run { _ in
                _ = try await place.backUp()
                await #expect(throws: BackupError.exists(path: place.file)) {
                    try await makeBackup(configuration: place.configuration, to: place.file, clock: place.clock)
                }
                let nowhere = place.directory.path + "/missing/backup"
                await #expect(throws: BackupError.self) {
                    try await makeBackup(configuration: place.configuration, to: nowhere, clock: place.clock)
                }
                #expect(!FileManager.default.fileExists(atPath: nowhere))
            }
        }
    }
}
