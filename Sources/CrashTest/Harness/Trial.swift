import AlarmCore
import DeviceSimulator
import Foundation
import GatewaySimulator

/// A relay that is started, killed and started again, between phones and a gateway that outlive it.
actor Trial {
    /// One ring, and long after it the notice that nobody answered: each further ring is then one too many.
    private static let policy = """
        name: partner-alarm
        steps:
          - {at: acceptance, audience: receiver, stage: handoff}
          - {at: 0s, audience: receiver, stage: ring}
          - {at: 2m, audience: sender, stage: no-answer}
        """
    private static let environment = [
        "REVEILLE_OPEN_REGISTRATION": "true",
        "REVEILLE_LOG_LEVEL": "warning",
        "REVEILLE_LIMIT_REQUESTS_PER_HOUR": "10000",
        "REVEILLE_LIMIT_PENDING_ALARMS": "10000",
        "REVEILLE_LIMIT_REPORTS_PER_HOUR": "10000",
        "REVEILLE_LIMIT_CLAIMS_PER_MINUTE": "1000",
    ]

    nonisolated let ledger = SharedLedger()
    nonisolated let folder: URL
    nonisolated let clock: PhoneClock
    nonisolated let gateway: GatewaySimulator
    private nonisolated let relay: URL
    private var stage: DemoStage
    private var prelude = ""

    /// Starts gateway and relay; `prelude` is what the relay's command line begins with, `extra` what else it is told, and
    /// `clock` the time by which phones and gateway live.
    static func start(
        _ setting: Setting,
        prelude: String = "",
        environment extra: [String: String] = [:],
        clock: PhoneClock = .system
    ) async throws -> Trial {
        let script = try write(prelude, setting.relay, in: setting.folder)
        let stage = try await whenNotBusy {
            try await DemoStage.start(
                executable: script,
                folder: setting.folder,
                policy: policy,
                environment: environment.merging(extra) { _, given in given },
                clock: clock
            )
        }
        return Trial(setting, stage, clock)
    }

    private init(_ setting: Setting, _ stage: DemoStage, _ clock: PhoneClock) {
        relay = setting.relay
        folder = setting.folder
        gateway = stage.gateway
        self.clock = clock
        self.stage = stage
    }

    /// Whether the relay's process runs.
    var isRunning: Bool { stage.relay.isRunning }
    /// Whether the relay that runs was started with a prelude.
    var isTraced: Bool { stage.relay.isRunning && !prelude.isEmpty }
    /// All that the relay wrote, in all of its lives.
    var log: String { stage.relay.log }
    /// The relay's address.
    var url: String { stage.relay.url }
    /// What carries the phones' requests.
    var transport: DemoStage { stage }

    /// Starts the relay anew after its end.
    ///
    /// - Throws: `RelayProcess.StartError` when it ended before it answered.
    func restart(prelude: String = "") async throws {
        _ = try Self.write(prelude, relay, in: folder)
        self.prelude = prelude
        let stage = stage
        self.stage = try await Self.whenNotBusy { try await stage.restarted() }
    }

    /// Starts the relay anew, and again should it be killed meanwhile.
    func restartPersistently() async throws {
        for _ in 0..<20 {
            do {
                return try await restart()
            } catch RelayProcess.StartError.ended(status: SIGKILL, _) {
                continue
            }
        }
        try await restart()
    }

    /// Kills the relay, as a power cut would but for the disk.
    func kill() async {
        await stage.relay.kill()
        noteEnd()
    }

    /// Notes that the relay's life is over; to be called before it gets another one.
    nonisolated func noteEnd() {
        let connections = gateway.acceptedConnectionCount
        ledger.note { $0.killed(at: clock.now(), connections: connections) }
    }

    /// Kills whatever was started last, whether it answers yet or not.
    nonisolated func killStarting() {
        if let process = startedProcess { _ = Foundation.kill(process, SIGKILL) }
    }

    /// Forgets the number of the process that was started last, so that the next one is told from it.
    nonisolated func forgetProcess() {
        try? FileManager.default.removeItem(at: folder.appending(path: "relay.pid"))
    }

    /// The number of the process that was started last, however far it has come.
    nonisolated var startedProcess: pid_t? {
        let text = (try? String(contentsOf: folder.appending(path: "relay.pid"), encoding: .utf8)) ?? ""
        return pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap { $0 > 1 ? $0 : nil }
    }

    /// Waits for the relay's own end; notes it like a kill.
    func exitStatus() async -> Int32 {
        let status = await stage.relay.exitStatus()
        noteEnd()
        return status
    }

    /// Waits until nothing more is promised, at most `limit` after the last promise; the relay must run.
    ///
    /// `isBusy` tells whether somebody is about something that may promise more.
    func settle(within limit: Span = .seconds(120), isBusy: () -> Bool = { false }) async throws {
        repeat {
            try await awaitPromises(within: limit)
        } while isBusy() || canStillSettle(within: limit)
    }

    private func canStillSettle(within limit: Span) -> Bool {
        guard let last = ledger.ask(\.lastPromise), !ledger.ask(\.isSettled) else { return false }
        return clock.now() < last + limit
    }

    private func awaitPromises(within limit: Span) async throws {
        while let last = ledger.ask(\.lastPromise), !ledger.ask(\.isSettled), clock.now() < last + limit {
            try await Task.sleep(for: .milliseconds(50))
        }
        // What should not come gets a moment to come.
        try await Task.sleep(for: .milliseconds(500))
    }

    /// Ends everything.
    func stop() async {
        await stage.stop()
    }

    /// Starts a program that was just written, and again while another program that starts at the same time has not let go of
    /// the file yet (`ETXTBSY`).
    private static func whenNotBusy(_ start: @Sendable () async throws -> DemoStage) async throws -> DemoStage {
        for _ in 0..<100 {
            do {
                return try await start()
            } catch let error as NSError where Self.isBusy(error) {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        return try await start()
    }

    private static func isBusy(_ error: NSError) -> Bool {
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return cause.domain == NSPOSIXErrorDomain && cause.code == Int(ETXTBSY)
    }

    /// The command that is run as the relay: says its number, and becomes it.
    private static func write(_ prelude: String, _ relay: URL, in folder: URL) throws -> URL {
        let script = folder.appending(path: "relay")
        let text = """
            #!/bin/sh
            echo $$ > '\(folder.path)/relay.pid'
            exec \(prelude) '\(relay.path)' "$@"
            """
        try text.write(to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
        return script
    }
}
