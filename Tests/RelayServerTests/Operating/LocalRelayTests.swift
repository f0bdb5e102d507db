import AlarmCore
import AlarmWire
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Storage
import Testing

@testable import RelayServer

@Suite("Commands beside a relay", .timeLimit(.minutes(10)))
struct LocalRelayTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    /// Runs `body` with a relay that listens, its configuration, and the way to it.
    private static func with(
        _ body: @escaping @Sendable (TestRelay, RelayConfiguration, LocalRelay) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(flags: flags, environment: TestRelay.environment(directory))
            try await TestRelay.with(flags, in: directory, under: TestClock(), through: .live) { relay in
                let port = try #require(relay.client.port)
                let local = try LocalRelay(configuration, at: Origin("http://127.0.0.1:\(port)"))
                try await body(relay, configuration, local)
            }
        }
    }

    @Test("A relay on all addresses is asked on the loopback one, and a port that the system chooses is not known")
    func addresses() throws {
        func base(_ listen: String) throws -> String {
            let environment = ["REVEILLE_DATA": "/nowhere", "REVEILLE_ORIGIN": "https://relay.example.org"]
            return try LocalRelay(RelayConfiguration(flags: ["listen": listen], environment: environment)).base
        }
        #expect(try base("0.0.0.0:80") == "http://127.0.0.1:80")
        #expect(try base("[::]:80") == "http://[::1]:80")
        #expect(try base("192.0.2.1:80") == "http://192.0.2.1:80")
        #expect(throws: RelayError.self) { try base("127.0.0.1:0") }
    }

    @Test("A relay that is well is healthy; nobody, and any other server, is not")
    func health() async throws {
        try await Self.with { _, configuration, local in
            let ready = try await RelayHealthcheck.ask(local)
            #expect(ready.isHealthy && ready.status != nil, "\(ready)")
            #expect(try await RelayHealthcheck.ask(local, whether: .alive).isHealthy)
            let nobody = try LocalRelay(configuration, at: Origin("http://127.0.0.1:1"))
            let answer = try await RelayHealthcheck.ask(nobody)
            #expect(!answer.isHealthy && answer.detail?.hasPrefix("no answer") == true, "\(answer)")
        }
    }

    @Test("The status of a running relay is the operator's page; of a stopped one, what its database holds")
    func status() async throws {
        try await Self.with { relay, configuration, local in
            let couple = try await TestPair(at: relay)
            let request = try couple.request()
            _ = try await couple.ana.send(Endpoints.Alarms.set(request))
            let status = try await LocalStatus.read(configuration, from: local, clock: relay.clock)
            #expect(status.isRunning)
            // A phone that has not armed it by then is handed it again ten minutes ahead.
            #expect(status.report["nextStep"] == .instant(relay.clock.now() + .minutes(50)))
            let nobody = try LocalRelay(configuration, at: Origin("http://127.0.0.1:1"))
            let alone = try await LocalStatus.read(configuration, from: nobody, clock: relay.clock)
            #expect(!alone.isRunning)
            #expect(alone.report["status"] == "unavailable")
            for name in ["counts", "nextStep", "letters"] {
                #expect(alone.report[name] == status.report[name], "\(name)")
            }
        }
    }

    @Test("The next step of a relay is the message that waits for its time, where that comes before any alarm's")
    func waitingMessage() async throws {
        try await Self.with { relay, configuration, local in
            let couple = try await TestPair(at: relay)
            let request = try couple.request()
            _ = try await couple.ana.send(Endpoints.Alarms.set(request))
            let time = relay.clock.now() + .seconds(90)
            let ben = couple.ben.id
            try await relay.relay.engine.store.write { transaction in
                let row = try #require(try transaction.alarm(request.id))
                let order = DeliveryOrder(
                    id: DeliveryID(uuidV5: "account", in: row.alarm.id),
                    destination: .device(ben),
                    stage: .contactsTold,
                    urgency: .timeSensitive,
                    epoch: row.alarm.epoch,
                    revision: row.alarm.revision,
                    due: row.alarm.due,
                    deadline: time + .hours(24),
                    isLate: false
                )
                try transaction.insert(
                    DeliveryRow(
                        order: order,
                        alarm: row.key,
                        circle: row.circle,
                        createdAt: time - .seconds(90),
                        notBefore: time
                    )
                )
            }
            let status = try await LocalStatus.read(configuration, from: local, clock: relay.clock)
            #expect(status.report["nextStep"] == .instant(time))
        }
    }

    @Test("A relay that gives no report is not said not to run where it tells its own health")
    func noReport() {
        let missing: JSONValue = .array([.object(of: ["name": "shutdown", "status": "failing"])])
        let stored = JSONObject([
            "status": "unavailable", "detail": "no report (HTTP 503)", "checks": missing,
            "counts": .object(of: ["people": .integer(2)]),
        ])
        let known = LocalStatus(isRunning: false, report: stored)
        let busy = known.following(JSONObject(["status": "ok", "checks": .array([])]))
        #expect(busy.isRunning && busy.gap == "no report (HTTP 503)" && busy.report["detail"] == nil)
        #expect(busy.report["status"] == "ok" && busy.report["checks"] == .array([]))
        #expect(busy.report["counts"] == stored["counts"])
        #expect(!known.following(JSONObject(["title": "Bad gateway"])).isRunning)
    }

    @Test("A pass opens the operator's page for a minute, beside the code that was made before")
    func pass() async throws {
        try await Self.with { relay, configuration, _ in
            let code = try await OperatorCode.make(configuration: configuration, clock: relay.clock).text
            let pass = try await withOfflineEngine(configuration, clock: relay.clock) { engine in
                try await OperatorCode.makePass(in: engine)
            }
            func status(_ token: String) async throws -> HTTPResponse.Status {
                let fields: HTTPFields = [.authorization: "Bearer \(token)"]
                return try await relay.client.execute(uri: "/v1/operator/status", method: .get, headers: fields).status
            }
            #expect(try await status(pass) == .ok)
            #expect(try await status(code) == .ok)
            relay.clock.advance(by: OperatorCode.passLife)
            #expect(try await status(pass) == .forbidden)
            #expect(try await status(code) == .ok)
        }
    }

    @Test("A person is listed and removed with all that they gave; the code of the operator's page removes nobody")
    func people() async throws {
        try await Self.with { relay, configuration, local in
            let couple = try await TestPair(at: relay)
            _ = try await couple.ana.send(Endpoints.Alarms.set(couple.request()))
            let people = try await PersonSummary.all(configuration, clock: relay.clock)
            #expect(people.map(\.pairs) == [1, 1])
            #expect(people.map(\.alarms) == [1, 1])
            let engine = relay.relay.engine
            let device = try #require(try await engine.store.device(couple.ben.id))

            let code = try await OperatorCode.make(configuration: configuration, clock: relay.clock).text
            let refused = try await local.ask("/v1/operator/people/\(device.person)", method: "DELETE", bearer: code)
            #expect(refused.status == 403)

            func remove() async throws -> DeletionReceipt {
                try await removePerson(device.person, configuration: configuration, from: local, clock: relay.clock)
            }
            let receipt = try await remove()
            #expect(receipt.count(of: "devices") == 1 && receipt.count(of: "pairs") == 1)
            #expect(try await couple.ben.send(Endpoints.Pairs.list()).status == .unauthorized)
            #expect(try await couple.ana.ask(Endpoints.Pairs.list()).pairs.map(\.state) == [.ended])
            #expect(try await PersonSummary.all(configuration, clock: relay.clock).count == 1)
            await #expect(throws: RelayError.unknownPerson(device.person)) { try await remove() }
        }
    }
}
