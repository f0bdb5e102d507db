import AlarmCore
import Engine
import Foundation
import RelayTesting
import ServiceLifecycle
import TestSupport
import Testing

@testable import RelayServer

@Suite("What the service manager is told", .timeLimit(.minutes(10)))
struct ServiceManagerTests {
    private static func manager(
        at name: String,
        watching microseconds: String? = nil,
        process: String? = nil
    ) -> ServiceManager? {
        var environment = ["NOTIFY_SOCKET": name]
        environment["WATCHDOG_USEC"] = microseconds
        environment["WATCHDOG_PID"] = process
        return ServiceManager(environment: environment, process: 7)
    }

    @Test("It is found at a path or an abstract name, and nothing else is taken for a socket")
    func address() {
        #expect(ServiceManager(environment: [:]) == nil)
        #expect(Self.manager(at: "/run/notify") != nil)
        #expect(Self.manager(at: "@notify") != nil)
        for name in ["", "/", "@", "run/notify", "vsock:2:1234", "/" + String(repeating: "n", count: 107)] {
            #expect(Self.manager(at: name) == nil, "\(name)")
        }
    }

    @Test(
        "It watches the process that it names, or the one that it has started, and no other",
        arguments: [
            ("120000000", nil, Span.seconds(120)), ("120000000", "7", .seconds(120)), ("120000000", "8", nil),
            ("0", nil, nil), ("soon", nil, nil), (nil, nil, nil),
        ] as [(String?, String?, Span?)]
    )
    func watchdog(microseconds: String?, process: String?, expected: Span?) {
        #expect(Self.manager(at: "@notify", watching: microseconds, process: process)?.watchdog == expected)
    }

    @Test("A socket that is not there is logged, and changes nothing")
    func missing() {
        let log = LogRecord()
        Self.manager(at: "/nowhere/notify")?.tell(.ready, logger: log.logger)
        #expect(log.text.contains("error=No such file or directory"))
    }

    @Test("Each notice is one datagram, at a path and at an abstract name alike; a reload tells its monotonic time")
    func datagrams() async throws {
        try await TemporaryDirectory.with { directory in
            for name in [directory.path + "/notify", "@reveille-test-\(UUID().uuidString)"] {
                let socket = try NotifySocket(at: name)
                let manager = try #require(Self.manager(at: name))
                let log = LogRecord()
                let earliest = ClockReading.now().awake.milliseconds * 1000
                for notice in [ServiceManager.Notice.ready, .alive, .reloading, .stopping] {
                    manager.tell(notice, logger: log.logger)
                }
                #expect(socket.waiting() == "READY=1")
                #expect(socket.waiting() == "WATCHDOG=1")
                let lines = socket.waiting()?.split(separator: "\n") ?? []
                #expect(lines.first == "RELOADING=1")
                let time = try #require(lines.last.flatMap { Int64($0.dropFirst("MONOTONIC_USEC=".count)) })
                #expect(time >= earliest)
                #expect(socket.waiting() == "STOPPING=1")
                #expect(socket.waiting() == nil)
                #expect(log.text.isEmpty)
            }
        }
    }

    @Test("The relay is ready once it answers, and stopping as soon as it is told to stop")
    func run() async throws {
        try await TemporaryDirectory.with { directory in
            let socket = try NotifySocket(at: directory.path + "/notify")
            let relay = try await buildRelay(
                configuration: RelayConfiguration(
                    flags: ["listen": "127.0.0.1:0"],
                    environment: TestRelay.environment(directory)
                ),
                clock: TestClock(),
                logger: LogRecord().logger,
                manager: Self.manager(at: directory.path + "/notify")
            )
            #expect(socket.waiting() == nil)
            let group = ServiceGroup(services: relay.services, logger: relay.engine.logger)
            async let end: Void = group.run()
            #expect(await socket.next() == "READY=1")
            await group.triggerGracefulShutdown()
            #expect(await socket.next() == "STOPPING=1")
            try await end
            await relay.close()
        }
    }

    @Test("It has a sign of life each half of its limit while the store takes heartbeats, and none without")
    func signsOfLife() async throws {
        try await TemporaryDirectory.with { directory in
            let name = directory.path + "/notify"
            let socket = try NotifySocket(at: name)
            let manager = try #require(Self.manager(at: name, watching: "80000000"))
            try await TestRelay.with { relay in
                let (engine, clock) = (relay.relay.engine, relay.clock)
                let service = try #require(WatchdogService(manager, engine: engine, pausingBy: clock))
                let watching = Task { await service.work() }
                #expect(await socket.next() == "WATCHDOG=1")
                await clock.somebodySleeps()
                clock.advance(by: .seconds(39))
                #expect(socket.waiting() == nil)
                clock.advance(by: .seconds(1))
                #expect(await socket.next() == "WATCHDOG=1")
                await clock.somebodySleeps()
                // Nobody records heartbeats here.
                clock.advance(by: .seconds(40))
                await relay.log.line(with: "the service manager restarts the relay")
                #expect(socket.waiting() == nil)
                watching.cancel()
                clock.advance(by: .seconds(10))
                await watching.value
            }
        }
    }

    @Test("Where it does not watch, it has no signs of life")
    func unwatched() async throws {
        let manager = try #require(Self.manager(at: "@notify"))
        try await TestRelay.with { relay in
            #expect(WatchdogService(manager, engine: relay.relay.engine, pausingBy: relay.clock) == nil)
        }
    }
}
