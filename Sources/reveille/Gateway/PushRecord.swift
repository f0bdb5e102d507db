import Foundation
import GatewaySimulator

/// A file to which every request is added as a line of JSON.
struct PushRecord {
    private let file: FileHandle
    private let path: String

    /// Opens the file at `path`, behind what it holds; makes it, for nobody else to read, if it is not there.
    ///
    /// - Throws: `CommandFailure` if it cannot be written.
    init(path: String) throws(CommandFailure) {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        do {
            file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
        } catch {
            throw CommandFailure("\(path) cannot be written; check the folder and its permissions")
        }
        self.path = path
    }

    /// Adds a request.
    func add(_ push: ReceivedPush) throws(CommandFailure) {
        do {
            try file.write(contentsOf: Data((push.jsonLine + "\n").utf8))
        } catch {
            throw CommandFailure("\(path) cannot be written any more: \(error.localizedDescription)")
        }
    }
}
