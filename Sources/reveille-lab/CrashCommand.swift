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
            """
    )

    @Option(help: "Runs one fault alone, may be given again: \(allFaults.map(\.name).joined(separator: ", ")).")
    var only: [String] = []

    @Option(help: "How often the relay is killed at random moments; 100, or 1000 with --thorough.")
    var rounds: Int?

    @Flag(
        help:
            "Leaves nothing out: 1,000 kills, and one at every system call that writes. Takes the better part of an hour."
    )
    var thorough = false

    @Option(help: "Names moments and alarms; a run is not repeated exactly, because processes are not.")
    var seed: UInt64 = 1

    @Option(help: "The relay's command; the `reveille` beside this program unless told.")
    var relay: String?

    @Flag(help: "Prints the report as JSON.")
    var json = false

    @Flag(help: "Keeps the files, and says where.")
    var keep = false

    func validate() throws {
        for name in only where !allFaults.contains(where: { $0.name == name }) {
            throw ValidationError("there is no fault '\(name)': see --help for their names")
        }
        guard rounds.map({ $0 > 0 }) ?? true else { throw ValidationError("there must be one round at least") }
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reveille-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { if !keep { try? FileManager.default.removeItem(at: folder) } }
        let setting = FaultContext(
            relay: try relayCommand(),
            folder: folder,
            rounds: rounds,
            seed: seed,
            isThorough: thorough,
            progress: { Self.say($0) }
        )
        let faults = allFaults.filter { only.isEmpty || only.contains($0.name) }
        let report = await CrashReport.run(faults, setting)
        print(json ? try report.json : report.markdown)
        if keep { Self.say("the files are in \(folder.path)") }
        guard report.isClean else { throw ExitCode.failure }
    }

    private func relayCommand() throws -> URL {
        let path: String
        if let relay {
            path = URL(fileURLWithPath: relay).path
        } else {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            path = URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: "reveille").path
        }
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw ValidationError("there is no relay at \(path): build it, or name it with --relay")
        }
        return URL(fileURLWithPath: path)
    }

    private static func say(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
