package import Foundation

/// A new folder that only its owner can enter, removed with all that is in it when the last reference goes.
///
/// Whatever writes files for a test keeps one, so that they go when the test fails, too.
package final class TemporaryFolder: Sendable {
    /// A folder for what is made once for all tests of this process, removed when the process exits.
    package static let ofProcess: Result<TemporaryFolder, any Error> = Result {
        let folder = try TemporaryFolder("process")
        // What a static property holds never ends by itself.
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.ofProcess.get().url) }
        return folder
    }

    /// The folder.
    package let url: URL

    /// Creates a folder with `name` in its own name, in the system's folder for temporary files.
    ///
    /// - Throws: the error of creating it.
    package init(_ name: String = "test") throws {
        url = FileManager.default.temporaryDirectory.appending(path: "reveille-\(name)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of the folder.
    package var path: String { url.path(percentEncoded: false) }

    /// Returns the path of a file in the folder.
    package func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
}
