import Foundation

/// A file that is removed with the last reference to it.
final class TemporaryFile: Sendable {
    let path: String

    init(_ text: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "gateway-\(UUID().uuidString)").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
