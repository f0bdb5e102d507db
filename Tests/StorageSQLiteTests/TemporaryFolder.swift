import Foundation

/// A temporary folder for one test.
final class TemporaryFolder: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Gives a file in the folder, or the folder itself, a mode.
    func setMode(_ mode: Int, of name: String = "") throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
}
