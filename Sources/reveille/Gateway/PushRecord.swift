import AlarmCore
import Foundation
import GatewaySimulator

/// A file to which every request is appended as a line of JSON.
struct PushRecord {
    private let file: FileHandle
    private let path: String

    /// Opens the file at `path` for appending; a new file can be read by this user only.
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

    /// Appends a request.
    func add(_ push: ReceivedPush) throws(CommandFailure) {
        do {
            try file.write(contentsOf: Data((push.jsonLine + "\n").utf8))
        } catch {
            throw CommandFailure("\(path) cannot be written any more: \(error.localizedDescription)")
        }
    }
}

extension ReceivedPush {
    /// The request in one line, for a person.
    var line: String {
        let words: [String?] = [
            receivedAt.iso8601,
            environment.rawValue,
            token.map { "\($0.prefix(8))…" } ?? "no device",
            header("apns-push-type") ?? "no type",
            "priority \(header("apns-priority") ?? "10")",
            "\(payload.count) bytes",
            header("apns-collapse-id").map { "collapse \($0)" },
        ]
        return "\(words.compactMap { $0 }.joined(separator: "  ").asForeign) -> \(outcome.asForeign)"
    }

    private var outcome: String {
        switch answer {
        case .response(let response): "\(response.status)\(response.reason.map { " \($0)" } ?? "")"
        case .none: "no answer"
        case .reset(let code): "stream reset, code \(code)"
        case .disconnected: "connection dropped"
        case .stalled: "connection stalled"
        case .outputClosed: "output closed"
        }
    }
}
