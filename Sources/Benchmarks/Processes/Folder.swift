import Foundation

/// A folder for the files of one measurement.
struct Folder: Sendable {
    let url: URL

    /// Creates a folder that only its owner can enter, on the disk of `TMPDIR`.
    static func temporary() throws -> Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "reveille-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return Folder(url: url)
    }

    /// Creates a subfolder.
    func folder(_ name: String) throws -> Folder {
        let inner = url.appending(path: name)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        return Folder(url: inner)
    }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }

    /// Removes the folder and everything in it.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
