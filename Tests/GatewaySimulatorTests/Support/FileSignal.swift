import Foundation

/// A signal between two processes: a file whose existence means that an event has happened.
final class FileSignal: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "gateway-signal-\(UUID().uuidString)").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Whether the signal was given.
    var isGiven: Bool { FileManager.default.fileExists(atPath: path) }

    /// Gives the signal.
    func give() throws {
        try Data().write(to: URL(filePath: path))
    }
}
