import Foundation

/// A temporary folder for one test.
final class TemporaryFolder: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
}
