import DeviceSimulator
import Foundation
import TestSupport

/// A home directory for one test, with an environment isolated from the rest of the machine.
final class Home: Sendable {
    private let files: TemporaryFolder
    /// Origin of this home's relay.
    let relay: String

    init() throws {
        files = try TemporaryFolder("command")
        relay = "http://127.0.0.1:\(FreePort.find())"
    }

    /// The directory, which is also where commands put what is temporary: those that are killed leave it.
    var folder: URL { files.url }

    var environment: [String: String] {
        [
            "HOME": folder.path, "TMPDIR": folder.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin",
            "USER": "tester", "REVEILLE_RELAY": relay,
        ]
    }

    /// Starts this home's relay and waits until it listens.
    func serve(_ flags: [String] = []) async throws -> Command {
        let listen = ["serve", "--listen", String(relay.dropFirst("http://".count))]
        let command = try Command(listen + flags, in: self)
        _ = try await command.line(with: "Reveille listens on")
        return command
    }
}
