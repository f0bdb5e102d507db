import ArgumentParser
import CrashTest
import Foundation

/// Runs real relay processes under faults, and reports the outcome of every promise.
struct CrashCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "Kills, starves and damages a real relay, and checks that nothing accepted is lost.",
        discussion: """
            Each fault runs `reveille serve` in a process of its own, on a real database, with phones and a push gateway \
            that outlive it. Some need root and the packages strace and libfaketime; what cannot be brought about here is \
            left out, and said. A broken promise ends the command with status 1.

            With --cluster, three relays share a database on a PostgreSQL server of the test's own, which takes the package \
            postgresql-15; requests go to all of them, and to another one where one does not answer.
            """
    )

    @Flag(help: "Inflicts faults on three relays that share a PostgreSQL database, and on that.")
    var cluster = false

    @Option(
        help: """
            Runs one fault alone, may be given again: \(names(of: allFaults)); or, of several relays, \
            \(names(of: clusterFaults)).
            """
    )
    var only: [String] = []

    @Option(
        help: """
            How often the relay is killed at random moments, 100, or 1000 with --thorough; how often each fault of several \
            relays is inflicted.
            """
    )
    var rounds: Int?

    @Flag(help: "With --cluster: five of its faults, in about a minute and a half.")
    var short = false

    @Flag(
        help:
            "Leaves nothing out: 1,000 kills, and one at every system call that writes. Takes the better part of an hour."
    )
    var thorough = false

    @Option(
        help: """
            Names moments and alarms; a run is not repeated exactly, because processes are not. 1 unless told, with \
            --cluster a new one each time.
            """
    )
    var seed: UInt64?

    @Option(help: "The command of an earlier version, from which rolling-restart upgrades one relay at a time.")
    var before: String?

    @Option(help: "The relay's command; the `reveille` beside this program unless told.")
    var relay: String?

    @Flag(help: "Prints the report as JSON.")
    var json = false

    @Flag(help: "Keeps the files, and says where.")
    var keep = false

    func validate() throws {
        for name in only where !(allFaults + clusterFaults).contains(where: { $0.name == name }) {
            throw ValidationError("there is no fault '\(name)': see --help for their names")
        }
        guard rounds.map({ $0 > 0 }) ?? true else { throw ValidationError("there must be one round at least") }
        guard !short || cluster || !only.isEmpty, !(short && thorough) else {
            throw ValidationError("--short goes with --cluster, and not with --thorough")
        }
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reveille-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { if !keep { try? FileManager.default.removeItem(at: folder) } }
        let faults = faults
        let isNewEachTime = faults.contains { fault in clusterFaults.contains { $0.name == fault.name } }
        let seed = seed ?? (isNewEachTime ? UInt64.random(in: 1...UInt64(UInt32.max)) : 1)
        if isNewEachTime { Self.say("seed \(seed)") }
        let setting = FaultContext(
            relay: try relayCommand(),
            folder: folder,
            rounds: rounds,
            seed: seed,
            isThorough: thorough,
            isShort: short,
            earlierRelay: try before.map { try Self.command($0, option: "--before") },
            progress: { Self.say($0) }
        )
        let report = await CrashReport.run(faults, setting)
        print(json ? try report.json : report.markdown)
        if keep { Self.say("the files are in \(folder.path)") }
        guard report.isClean else { throw ExitCode.failure }
    }

    /// The faults that were asked for.
    private var faults: [any Fault] {
        guard only.isEmpty else { return (allFaults + clusterFaults).filter { only.contains($0.name) } }
        return cluster ? (short ? shortClusterFaults : clusterFaults) : allFaults
    }

    private static func names(of faults: [any Fault]) -> String { faults.map(\.name).joined(separator: ", ") }

    private func relayCommand() throws -> URL {
        if let relay { return try Self.command(relay, option: "--relay") }
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: "reveille").path
        return try Self.command(beside, option: "--relay")
    }

    private static func command(_ path: String, option: String) throws -> URL {
        let file = URL(fileURLWithPath: path)
        guard FileManager.default.isExecutableFile(atPath: file.path) else {
            throw ValidationError("there is no relay at \(file.path): build it, or name it with \(option)")
        }
        return file
    }

    private static func say(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
