import DeviceSimulator
import Foundation

/// A home directory for one test, with an environment isolated from the rest of the machine.
final class Home: Sendable {
    let folder: URL
    /// Origin of this home's relay.
    let relay: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "reveille-command-\(UUID().uuidString)")
        relay = "http://127.0.0.1:\(FreePort.find())"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var environment: [String: String] {
        [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "USER": "tester",
            "REVEILLE_RELAY": relay,
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
