import Foundation

/// A temporary directory for one test.
struct TemporaryDirectory {
    let path: String

    /// Runs `body` with a new directory, and removes it afterwards.
    static func with<Result>(_ body: (TemporaryDirectory) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("reveille-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(TemporaryDirectory(path: url.path))
    }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
