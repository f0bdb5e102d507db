import Foundation

/// Something that has come to pass, as told from one process to another: a file that is there.
final class Signal: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "gateway-signal-\(UUID().uuidString)").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Whether it was given.
    var isGiven: Bool { FileManager.default.fileExists(atPath: path) }

    /// Gives it.
    func give() throws {
        try Data().write(to: URL(filePath: path))
    }
}
