import AlarmCore
import AlarmWire
import Hummingbird
import HummingbirdTesting
import Logging
import RelayServer
import RelayTesting
import Storage
import Synchronization
import Testing

@Suite("The log as JSON")
struct JSONLogTests {
    /// Receives lines.
    private final class Lines: Sendable {
        private let state = Mutex<[String]>([])

        var all: [String] { state.withLock { $0 } }

        var logger: Logger {
            var logger = Logger(label: "test") { label in
                JSONLogHandler(label: label) { line in self.state.withLock { $0.append(line) } }
            }
            logger.logLevel = .trace
            return logger
        }

        /// The members of the lines; each has to be one object on one line.
        func objects() throws -> [JSONObject] {
            try all.map { line in
                try #require(line.hasSuffix("}\n"))
                #expect(!line.dropLast().contains("\n"))
                var object: JSONObject?
                if case .object(let found) = try JSONValue(parsing: Array(line.utf8.dropLast())) { object = found }
                return try #require(object)
            }
        }
    }

    @Test("A line has time, level, label and message, and metadata as strings, whatever is in them")
    func line() throws {
        let lines = Lines()
        var logger = lines.logger
        logger[metadataKey: "request"] = "7"
        logger.warning("a \"name\"\nwith two lines", metadata: ["count": "\(3)", "list": ["a", "b"], "request": "8"])
        lines.logger.info("nothing more")
        let objects = try lines.objects()
        try #require(objects.count == 2)
        #expect(objects[0].members.map(\.name) == ["time", "level", "label", "message", "metadata"])
        guard case .string(let time) = objects[0]["time"] else {
            Issue.record("no time")
            return
        }
        #expect(time.count == 24 && time.hasSuffix("Z"))
        #expect(throws: Never.self) { try Instant(iso8601: time) }
        #expect(objects[0]["level"] == .string("warning"))
        #expect(objects[0]["label"] == .string("test"))
        #expect(objects[0]["message"] == .string("a \"name\"\nwith two lines"))
        guard case .object(let metadata) = objects[0]["metadata"] else {
            Issue.record("no metadata")
            return
        }
        #expect(metadata.members.map(\.name) == ["count", "list", "request"])
        #expect(metadata["count"] == .string("3"))
        #expect(metadata["request"] == .string("8"))
        #expect(objects[1]["metadata"] == nil)
    }

    @Test("It has the requests, and no name, token, key or proof, as the text has")
    func secrets() async throws {
        try await TemporaryDirectory.with { directory in
            let (lines, clock) = (Lines(), TestClock())
            let relay = try await buildRelay(
                configuration: RelayConfiguration(
                    flags: ["open-registration": "true"],
                    environment: TestRelay.environment(directory)
                ),
                clock: clock,
                logger: lines.logger
            )
            try await relay.application.test(.router) { client in
                let relay = TestRelay(relay: relay, clock: clock, log: LogRecord(), client: client)
                let couple = try await TestPair(at: relay)
                let request = try couple.request()
                _ = try await couple.ana.send(Endpoints.Alarms.set(request))
                _ = try await couple.ben.send(Endpoints.Alarms.show(request.id))
                _ = try await relay.get("/p/secret?token=secret")
                for secret in [
                    request.id.description, couple.pair.description, couple.anasToken.text, couple.bensToken.text,
                    "secret", try SealedText.sample().text,
                ] {
                    #expect(!lines.all.contains { $0.contains(secret) }, "\(secret)")
                }
            }
            await relay.close()
            let routes = try lines.objects().compactMap { line -> JSONValue? in
                guard line["message"] == .string("request"), case .object(let metadata) = line["metadata"] else {
                    return nil
                }
                return metadata["route"]
            }
            #expect(routes.contains(.string("/v1/alarms/{id}")))
        }
    }
}
