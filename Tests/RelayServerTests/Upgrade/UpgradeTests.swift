import AlarmCore
import AlarmWire
import DeviceKit
import Engine
import Features
import Foundation
import HTTPTypes
import HummingbirdTesting
import RelayServer
import RelayTesting
import Storage
import Testing

@Suite("The data of earlier versions, opened by this one", .timeLimit(.minutes(10)))
struct UpgradeTests {
    private static let flags = ["open-registration": "true"]

    @Test("What was pending rings at its time with its words, and its answer arrives", arguments: try Trial.all())
    func rings(_ trial: Trial) async throws {
        try await trial.open(Self.flags) { relay in
            let (ana, ben) = (relay.device(try trial.profile("ana")), relay.device(try trial.profile("ben")))
            let pending = try await ben.sync(fromScratch: true).items.map(\.alarm)
            #expect(Set(pending.compactMap(\.words.text)) == ["Airport", "Good morning", "Feed the axolotl"])
            let driver = EngineDriver(relay.relay.engine, clock: relay.clock)
            for (id, due) in [(trial.once, trial.onceAt), (trial.daily, trial.dailyAt)] {
                relay.clock.set(to: due)
                try await driver.catchUp()
                let (state, stages) = try await relay.relay.engine.read { snapshot in
                    let row = try #require(try snapshot.alarm(id))
                    return (row.alarm.state, try snapshot.deliveries(of: row.key).map(\.order.stage))
                }
                #expect(state == .ringing)
                #expect(stages.contains(.ring))
                let rung = try await ben.sync().toRing.map(\.alarm.id)
                #expect(rung == [id])
                _ = try await ben.report(.acknowledged, of: id, reply: "Up")
            }
            let once = try await ana.show(trial.once)
            #expect((once.view.ending, once.reply?.text) == (.answered, "Up"))
            let daily = try await ana.show(trial.daily)
            #expect(daily.view.ending == nil)
            #expect(daily.view.time == trial.dailyAt + .hours(24))
        }
    }

    @Test("A request that it has answered is answered again, and has its effect once", arguments: try Trial.all())
    func replays(_ trial: Trial) async throws {
        try await trial.open(Self.flags) { relay in
            let count = try await relay.relay.engine.read { try $0.wakeCount() }
            let again = try await relay.send(.post, trial.request.target, envelope: trial.request.envelope)
            #expect(again.text == trial.request.answer)
            #expect(again.headers[try #require(.init("Idempotent-Replay"))] == "true")
            #expect(try await relay.relay.engine.read { try $0.wakeCount() } == count)
        }
    }

    @Test("The cursor that a phone kept then leads to all that changed since, and on", arguments: try Trial.all())
    func cursors(_ trial: Trial) async throws {
        try await trial.open(Self.flags) { relay in
            let (engine, profile) = (relay.relay.engine, try trial.profile("ben"))
            let (id, cursor) = (try #require(profile.deviceID), try #require(profile.cursor))
            let phone = try #require(try await engine.read { try $0.device(id) })
            let answer = try await engine.synchronise(phone, since: cursor)
            #expect(Set(answer.alarms.map(\.id)).isSuperset(of: [trial.once, trial.daily]))
            #expect(answer.gone.map(\.id) == [trial.answered])
            let ana = relay.device(try trial.profile("ana"))
            try await ana.cancel(trial.once)
            let next = try await engine.synchronise(phone, since: answer.cursor)
            #expect(next.gone.map(\.id) == [trial.once])
            #expect(next.alarms.isEmpty)
        }
    }

    @Test("Pair, family, reminder and what was answered before are still there", arguments: try Trial.all())
    func keeps(_ trial: Trial) async throws {
        try await trial.open(Self.flags) { relay in
            let (ana, ben) = (relay.device(try trial.profile("ana")), relay.device(try trial.profile("ben")))
            for (device, other) in [(ana, "Ben"), (ben, "Ana")] {
                let pairs = try await device.refreshPairs()
                #expect(pairs.map(\.partnerName) == [other])
                #expect(pairs.filter(\.isActive).count == 1)
                let family = try #require(try await device.circles().first)
                #expect(family.name == "Hearth")
                #expect(Set(family.members.map(\.displayName)) == ["Ana", "Ben"])
                let reminders = try await device.reminders(in: family.id, showing: ReminderFilter()).reminders
                #expect(reminders.count == 1)
            }
            let past = try await ana.show(trial.answered)
            #expect((past.words.text, past.reply?.text) == ("Tea", "Coming"))
            #expect(past.view.ending == .answered)
        }
    }
}

/// The data of a relay and of two people's devices, as an earlier version has left them; `Tests/Upgrade/record.py` made
/// it.
struct Trial: Sendable, CustomTestStringConvertible {
    /// A request, as it went over the wire, and its answer.
    struct Request: Decodable, Sendable {
        let target: String
        let envelope: String
        let answer: String
    }

    private struct Description: Decodable {
        let stoppedAt: String
        let alarms: [String: String]
        let onceAt: String
        let dailyAt: String
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../Upgrade").standardized

    private let folder: URL
    let request: Request
    /// When its relay had stopped.
    let stoppedAt: Instant
    /// An alarm that was answered, one that rings once, and one that rings every day.
    let answered, once, daily: AlarmID
    let onceAt, dailyAt: Instant

    var testDescription: String { folder.lastPathComponent }

    private init(_ folder: URL) throws {
        self.folder = folder
        let decoder = JSONDecoder()
        request = try decoder.decode(Request.self, from: Data(contentsOf: folder.appending(path: "request.json")))
        let described = try decoder.decode(
            Description.self,
            from: Data(contentsOf: folder.appending(path: "trial.json"))
        )
        func alarm(_ name: String) throws -> AlarmID {
            try #require(described.alarms[name].flatMap { AlarmID($0) })
        }
        stoppedAt = try Instant(iso8601: described.stoppedAt)
        (answered, once, daily) = (try alarm("answered"), try alarm("once"), try alarm("daily"))
        (onceAt, dailyAt) = (try Instant(iso8601: described.onceAt), try Instant(iso8601: described.dailyAt))
    }

    /// Every trial that was recorded.
    static func all() throws -> [Trial] {
        let folders = try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
        let trials = try folders.filter {
            FileManager.default.fileExists(atPath: $0.appending(path: "trial.json").path)
        }.map { try Trial($0) }
        try #require(!trials.isEmpty)
        return trials.sorted { $0.testDescription < $1.testDescription }
    }

    /// The profile of a device as it was then.
    func profile(_ person: String) throws -> Profile {
        try Profile(parsing: Array(Data(contentsOf: folder.appending(path: "\(person).json"))))
    }

    /// Runs `body` with this version's relay, started 5 s later on a copy of the data.
    func open(_ flags: [String: String], _ body: @escaping @Sendable (TestRelay) async throws -> Void) async throws {
        try await TemporaryDirectory.with { directory in
            let data = URL(filePath: directory.path).appending(path: "data")
            let files = FileManager.default
            try files.createDirectory(
                at: data,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            for name in ["reveille.db", "keyring"] {
                let copy = data.appending(path: name)
                try files.copyItem(at: folder.appending(path: name), to: copy)
                try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
            }
            try await TestRelay.with(flags, in: directory, under: TestClock(at: stoppedAt + .seconds(5)), body)
        }
    }
}
