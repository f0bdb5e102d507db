import AlarmCore
import AlarmWire
import Engine
import Foundation
package import Logging

/// Writes the log as JSON, one object a line, for programs that collect logs.
///
/// A line has `time` (RFC 3339 in UTC, with milliseconds), `level`, `label`, `message` and, where there is any,
/// `metadata`, whose values are strings in the order of their names. It says what the text form says, and no more.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level = .info
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let write: @Sendable (String) -> Void

    /// Creates a handler that passes each line, with its line feed, to `write`.
    package init(label: String, write: @escaping @Sendable (String) -> Void) {
        self.label = label
        self.write = write
        metadataProvider = LoggingSystem.metadataProvider
    }

    /// A handler that writes to standard error.
    package static func standardError(label: String) -> JSONLogHandler {
        JSONLogHandler(label: label) { line in
            // A log that nobody takes stops no relay.
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error {
            all["error.message"] = "\(error)"
            all["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        let members = all.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: .string("\($0.value)")) }
        let line = JSONValue.object(of: [
            "time": .string(SystemClock().now().iso8601),
            "level": .string(event.level.rawValue),
            "label": .string(label),
            "message": .string("\(event.message)"),
            "metadata": members.isEmpty ? nil : .object(JSONObject(members: members)),
        ])
        write(String(decoding: line.text, as: UTF8.self) + "\n")
    }
}

/// The form of the log's lines.
package enum LogFormat: String, CaseIterable, Hashable, Sendable {
    /// Lines for people.
    case text
    /// JSON objects for programs.
    case json

    /// Creates the handler that writes to standard error.
    package func handler(label: String) -> any LogHandler {
        switch self {
        case .text: StreamLogHandler.standardError(label: label)
        case .json: JSONLogHandler.standardError(label: label)
        }
    }
}
