import Foundation

/// A folder of a test's own, removed with it.
final class TemporaryFolder: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The path of a file in it.
    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
}
