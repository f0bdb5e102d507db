import AlarmCore
import Delivery
import Engine
import Exposition
import Foundation
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("The metrics of a relay", .timeLimit(.minutes(10)))
struct MetricsEndpointTests {
    private static func exposition(of relay: TestRelay) async throws -> String {
        let metrics = try #require(relay.relay.metrics)
        let address = ListenAddress(host: "127.0.0.1", port: 0)
        let application = metrics.application(listen: address, logger: relay.log.logger)
        return try await application.test(.router) { client in
            let answer = try await client.execute(uri: MetricsEndpoint.path, method: .get)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            return String(buffer: answer.body)
        }
    }

    @Test("Without an address nothing is measured, and the relay's own listener never tells")
    func off() async throws {
        try await TestRelay.with { relay in
            #expect(relay.relay.metrics == nil)
            let status = try await relay.get(MetricsEndpoint.path).status
            #expect(status == .notFound)
        }
        try await TestRelay.with(["metrics-listen": "127.0.0.1:0"]) { relay in
            let status = try await relay.get(MetricsEndpoint.path).status
            #expect(status == .notFound)
        }
    }

    @Test("Every metric is described, and every described metric exists")
    func catalogue() async throws {
        try await TemporaryDirectory.with { directory in
            // Only a relay with a certificate has all of them.
            let flags = try TestCertificate(in: directory).flags.merging(["metrics-listen": "127.0.0.1:0"]) { $1 }
            try await TestRelay.with(flags) { relay in
                _ = try await Self.exposition(of: relay)
                let names = try #require(relay.relay.metrics).registry.names
                #expect(names.undescribed == [])
                #expect(names.all == Set(MetricCatalogue.families.map(\.name)))
            }
        }
    }

    @Test("Refusals are counted by the type of the problem, and nothing by foreign input")
    func problems() async throws {
        try await TestRelay.with(["metrics-listen": "127.0.0.1:0"]) { relay in
            for _ in 1...3 { _ = try await relay.get("/nowhere") }
            let text = try await Self.exposition(of: relay)
            #expect(text.contains("reveille_problems_total{type=\"not-found\"} 3\n"))
            #expect(text.contains("reveille_problems_total{type=\"storage-full\"} 0\n"))
            #expect(!text.contains("nowhere"))
        }
    }

    @Test("The process tells of itself in base units")
    func process() async throws {
        try await TestRelay.with(["metrics-listen": "127.0.0.1:0"]) { relay in
            let lines = try await Self.exposition(of: relay).split(separator: "\n")
            func value(_ name: String) -> Double? {
                lines.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
            }
            let started = try #require(value("process_start_time_seconds"))
            let age = Date().timeIntervalSince1970 - started
            #expect(age > -2 && age < 86_400)
            #expect(try #require(value("process_resident_memory_bytes")) > 1e6)
            #expect(try #require(value("process_cpu_seconds_total")) > 0)
            #expect(try #require(value("process_open_fds")) > 0)
        }
    }

    @Test("promtool and Prometheus' own reader find nothing to complain of")
    func promtool() async throws {
        try await TestRelay.with(["metrics-listen": "127.0.0.1:0"]) { relay in
            let auditor = Auditor(engine: relay.relay.engine, pausingBy: relay.clock)
            await auditor.audit()
            let text = try await Self.exposition(of: relay)
            let outcome = try await Tool.onPath("promtool").run(["check", "metrics"], input: text)
            #expect(outcome.status == 0, "\(outcome.text)")
            #expect(outcome.text == "")
        }
    }

    @Test("The documentation names every metric, and none that is not there")
    func documented() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let text = try String(contentsOf: folder.appending(path: "docs/watching.md"), encoding: .utf8)
        let names = Set(MetricCatalogue.families.map(\.name))
        for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
        let named = text.matches(of: /`((?:reveille|process)_[a-z_]+)`/).map { String($0.output.1) }
        #expect(Set(named).subtracting(names) == [])
    }

    @Test("promtool takes the examples of alerts, which speak of metrics that there are")
    func alerts() async throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let file = folder.appending(path: "examples/prometheus/alerts.yaml")
        let outcome = try await Tool.onPath("promtool").run(["check", "rules", file.path])
        #expect(outcome.status == 0, "\(outcome.text)")
        let names = Set(MetricCatalogue.families.map(\.name))
        let text = try String(contentsOf: file, encoding: .utf8)
        let named = text.matches(of: /\b(?:reveille|process)_[a-z_]+/).map { String($0.output) }
        #expect(!named.isEmpty)
        for name in named {
            let family = ["_bucket", "_count", "_sum"].reduce(name) {
                $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
            }
            #expect(names.contains(name) || names.contains(family), "\(name)")
        }
    }
}
