import AlarmCore
import DeviceSimulator
import Foundation
import GatewaySimulator

/// A relay that is started, killed and restarted, between phones and a gateway that outlive it.
actor Trial {
    /// A policy with one ring and, long after it, the notice "no answer": any further ring is a duplicate.
    static let policy = """
        name: partner-alarm
        steps:
          - {at: acceptance, audience: receiver, stage: handoff}
          - {at: 0s, audience: receiver, stage: ring}
          - {at: 2m, audience: sender, stage: no-answer}
        """
    /// Limits that no trial reaches, and what phones need.
    static let environment = [
        "REVEILLE_OPEN_REGISTRATION": "true",
        "REVEILLE_LOG_LEVEL": "warning",
        "REVEILLE_LIMIT_REQUESTS_PER_HOUR": "10000",
        "REVEILLE_LIMIT_PENDING_ALARMS": "10000",
        "REVEILLE_LIMIT_REPORTS_PER_HOUR": "10000",
        "REVEILLE_LIMIT_KEPT_ANSWERS": "100000",
        "REVEILLE_LIMIT_REQUESTS_PER_DAY": "100000",
        "REVEILLE_LIMIT_REPORTS_PER_DAY": "100000",
        "REVEILLE_LIMIT_INVITES_PER_HOUR": "1000",
        "REVEILLE_LIMIT_INVITES_PER_DAY": "1000",
        "REVEILLE_LIMIT_CLAIMS_PER_MINUTE": "1000",
    ]

    nonisolated let ledger = SharedLedger()
    nonisolated let folder: URL
    nonisolated let clock: PhoneClock
    nonisolated let gateway: GatewaySimulator
    private nonisolated let relay: URL
    private var stage: DemoEnvironment
    private var prelude = ""

    /// Starts gateway and relay; `prelude` is the start of the relay's command line, `extra` further environment
    /// variables, and `clock` the clock of phones and gateway.
    static func start(
        _ setting: FaultContext,
        prelude: String = "",
        environment extra: [String: String] = [:],
        clock: PhoneClock = .system
    ) async throws -> Trial {
        let script = try write(prelude, setting.relay, in: setting.folder)
        let stage = try await whenNotBusy {
            try await DemoEnvironment.start(
                executable: script,
                folder: setting.folder,
                policy: policy,
                environment: environment.merging(extra) { _, given in given },
                clock: clock
            )
        }
        return Trial(setting, stage, clock)
    }

    private init(_ setting: FaultContext, _ stage: DemoEnvironment, _ clock: PhoneClock) {
        relay = setting.relay
        folder = setting.folder
        gateway = stage.gateway
        self.clock = clock
        self.stage = stage
    }

    /// Whether the relay's process runs.
    var isRunning: Bool { stage.relay.isRunning }
    /// Whether the running relay was started with a prelude.
    var isTraced: Bool { stage.relay.isRunning && !prelude.isEmpty }
    /// Everything that the relay has logged, in all of its lives.
    var log: String { stage.relay.log }
    /// Address of the relay.
    var url: String { stage.relay.url }
    /// Transport of the phones' requests.
    var transport: DemoEnvironment { stage }

    /// Restarts the relay after its end.
    ///
    /// - Throws: `RelayProcess.StartError` if it ended before it answered.
    func restart(prelude: String = "") async throws {
        _ = try Self.write(prelude, relay, in: folder)
        self.prelude = prelude
        let stage = stage
        self.stage = try await Self.whenNotBusy { try await stage.restarted() }
    }

    /// Kills the relay: like a power cut, except that the disk keeps everything written.
    func kill() async {
        await stage.relay.kill()
        noteEnd()
    }

    /// Records the end of the relay's life; must be called before the next start.
    nonisolated func noteEnd() {
        let connections = gateway.acceptedConnectionCount
        ledger.note { $0.killed(at: clock.now(), connections: connections) }
    }

    /// Kills the process started last, whether it answers yet or not.
    nonisolated func killStarting() {
        if let process = startedProcess { _ = Foundation.kill(process, SIGKILL) }
    }

    /// Clears the recorded process identifier, so that the next process can be told from the last.
    nonisolated func forgetProcess() {
        try? FileManager.default.removeItem(at: folder.appending(path: "relay.pid"))
    }

    /// Identifier of the process started last, however far it has come.
    nonisolated var startedProcess: pid_t? {
        let text = (try? String(contentsOf: folder.appending(path: "relay.pid"), encoding: .utf8)) ?? ""
        return pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)).flatMap { $0 > 1 ? $0 : nil }
    }

    /// Waits for the relay to end by itself, and records this like a kill.
    func exitStatus() async -> Int32 {
        let status = await stage.relay.exitStatus()
        noteEnd()
        return status
    }

    /// Waits until nothing more is promised, at most `limit` after the last promise; the relay must run.
    ///
    /// `isBusy` returns whether somebody is doing something that may lead to another promise.
    func waitUntilIdle(within limit: Span = .seconds(120), isBusy: @Sendable () -> Bool = { false }) async throws {
        try await ledger.waitUntilIdle(by: clock, within: limit, isBusy: isBusy)
    }

    /// Stops everything.
    func stop() async {
        await stage.stop()
    }

    /// Starts a newly written program, and retries while another program that starts at the same time still holds the
    /// file open for writing (`ETXTBSY`).
    private static func whenNotBusy(
        _ start: @Sendable () async throws -> DemoEnvironment
    ) async throws -> DemoEnvironment {
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

    /// Writes the command that is run as the relay: it records its process identifier, then executes the relay.
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
