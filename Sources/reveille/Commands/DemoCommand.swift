import ArgumentParser
import DeviceSimulator
import Foundation
import QRCode

/// `reveille demo`: runs the demonstration.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Pair two virtual phones and ring one of them, on this machine.",
        discussion: """
            Starts a relay on a database of its own, a simulated push gateway and two virtual phones, pairs them, sends \
            a sealed alarm a few seconds ahead, and shows what happens until somebody answers. It takes about ten \
            seconds, needs no account and no network, and ends with status 0 when the alarm was acknowledged. On a \
            terminal the relay then stays until you press Ctrl-C, so that you can do the same in two browsers.
            """
    )

    @Option(help: "Keep the relay's files in this new or empty folder instead of deleting them.")
    var keep: String?

    @Flag(inversion: .prefixedNo, help: "Let the relay stay afterwards, for two browsers. (default: on a terminal)")
    var stay: Bool?

    func run() async throws {
        let folder = try makeFolder()
        defer { if keep == nil { try? FileManager.default.removeItem(at: folder) } }
        let demo = Demo(
            executable: try ThisProgram.executable(),
            folder: folder,
            isColoured: Terminal.isColoured,
            qr: { text in (try? QRCode(text).terminalLines) ?? [] }
        )
        let isAcknowledged = SharedValue(false)
        do {
            let stays = stay ?? (Terminal.isInteractive && Terminal.isShown)
            try await Interruption.cancelling {
                try await demo.run {
                    isAcknowledged.set(true)
                    return stays
                }
            }
        } catch let interruption as CommandFailure {
            // Who ends the stay ends a demonstration that has succeeded.
            guard isAcknowledged.value else { throw interruption }
        } catch {
            FileHandle.standardError.write(Data("The demonstration failed: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }

    private func makeFolder() throws -> URL {
        let files = FileManager.default
        let path = keep ?? files.temporaryDirectory.appending(path: "reveille-demo-\(UUID().uuidString)").path
        if let content = try? files.contentsOfDirectory(atPath: path), !content.isEmpty {
            throw ValidationError("\(path) is not empty: name a new folder")
        }
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
    }
}
