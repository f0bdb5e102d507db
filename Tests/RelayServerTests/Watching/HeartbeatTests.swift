import AlarmCore
import CurlClient
import Engine
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import ServiceLifecycle
import Synchronization
import Testing

@Suite("The heartbeat", .timeLimit(.minutes(10)))
struct HeartbeatTests {
    /// A dead man's switch that counts the pings and returns a given response.
    private final class Keeper: Sendable {
        private let state = Mutex((calls: 0, status: HTTPResponse.Status.ok))

        var calls: Int { state.withLock { $0.calls } }

        func answer(_ status: HTTPResponse.Status) {
            state.withLock { $0.status = status }
        }

        var application: Application<RouterResponder<BasicRequestContext>> {
            let router = Router()
            router.get("/ping/s3cr3t") { _, _ in
                let status = self.state.withLock { state in
                    state.calls += 1
                    return state.status
                }
                return Response(status: status)
            }
            return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        }
    }

    /// Runs `body` with a relay that pings the switch.
    private func with(
        _ body: @escaping @Sendable (TestRelay, Keeper, Auditor) async throws -> Void
    ) async throws {
        let keeper = Keeper()
        try await keeper.application.test(.live) { keeperClient in
            let port = try #require(keeperClient.port)
            try await TestRelay.with { relay in
                let url = try #require(HeartbeatMonitor.URL("http://127.0.0.1:\(port)/ping/s3cr3t"))
                let client = try CurlClient()
                let engine = relay.relay.engine
                let service = HeartbeatService(
                    HeartbeatMonitor(url: url, interval: .milliseconds(1)),
                    engine: engine,
                    client: client
                )
                let group = ServiceGroup(services: [service], logger: relay.log.logger)
                let running = Task { try await group.run() }
                try await body(relay, keeper, Auditor(engine: engine, pausingBy: relay.clock))
                await group.triggerGracefulShutdown()
                try await running.value
                await client.shutdown()
                #expect(!relay.log.text.contains("s3cr3t"))
            }
        }
    }

    @Test("A clean audit pings the dead man's switch")
    func clean() async throws {
        try await with { _, keeper, auditor in
            while keeper.calls < 2 {
                await auditor.audit()
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test("An audit with findings sends no ping; the clean one after it does")
    func findings() async throws {
        try await with { relay, keeper, auditor in
            let now = relay.clock.now()
            relay.clock.set(to: Instant(seconds: 0))
            for _ in 1...20 {
                await auditor.audit()
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(keeper.calls == 0)
            relay.clock.set(to: now)
            while keeper.calls == 0 {
                await auditor.audit()
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test("A switch that fails is logged once, and once when it is back")
    func failure() async throws {
        try await with { relay, keeper, auditor in
            keeper.answer(.internalServerError)
            while keeper.calls < 5 {
                await auditor.audit()
                try await Task.sleep(for: .milliseconds(5))
            }
            keeper.answer(.ok)
            while relay.log.lines("the heartbeat is delivered again").isEmpty {
                await auditor.audit()
                try await Task.sleep(for: .milliseconds(5))
            }
            let complaints = relay.log.lines(
                "the heartbeat could not be delivered; trying on, without a word for each time"
            )
            #expect(complaints.count == 1)
            #expect(complaints.first?.contains("HTTP 500") == true)
        }
    }

    @Test(
        "Only https, or http on this machine, is pinged",
        arguments: [
            ("https://hc.example.org/ping/1", true), ("http://127.0.0.1:8000/x?y=1", true),
            ("http://localhost/x", true),
            ("http://[::1]:80/x", true), ("HTTPS://example.org", true), ("http://example.org/x", false),
            ("http://127.0.0.1.example.org/", false), ("https://user:pass@example.org/", false),
            ("https://example.org/#x", false), ("ftp://example.org/", false), ("https:///x", false), ("", false),
            ("https://example.org/a b", false), ("https://example.org/\n", false),
        ]
    )
    func urls(_ text: String, _ isTaken: Bool) {
        #expect((HeartbeatMonitor.URL(text) != nil) == isTaken)
    }

    @Test("The address is shown nowhere: not in listings, not in errors, not in descriptions")
    func secret() throws {
        let flags = ["heartbeat-url": "https://hc.example.org/ping/s3cr3t"]
        let configuration = try RelayConfiguration(flags: flags, environment: ["HOME": "/home/x"])
        #expect(!configuration.entries.listing.contains("s3cr3t"))
        #expect(!"\(configuration)".contains("s3cr3t"))
        #expect(configuration.heartbeat?.interval == .seconds(60))
        do {
            _ = try RelayConfiguration(flags: ["heartbeat-url": "http://x/s3cr3t"], environment: ["HOME": "/home/x"])
            Issue.record("an http address of another machine was taken")
        } catch {
            #expect(!error.description.contains("s3cr3t"))
            #expect(error.description.contains("heartbeat-url"))
        }
    }
}
