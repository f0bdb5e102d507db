/// A reader of keys and values that reports any key left unread.
package struct YAMLObject {
    struct Entry {
        let name: String
        let line: Int?
        let value: YAMLValue
    }

    /// The whole value, for errors that concern more than one key.
    package let value: YAMLValue
    private let entries: [Entry]
    private var known: [String] = []
    private var mayHoldAnything = false

    init(_ value: YAMLValue, _ entries: [Entry]) {
        self.value = value
        self.entries = entries
    }

    /// The keys, in the order written.
    package var names: [String] { entries.map(\.name) }

    /// Reads the value of a key, or returns nil if there is none.
    package mutating func value(_ name: String) -> YAMLValue? {
        known.append(name)
        return entries.first { $0.name == name }?.value
    }

    /// Reads a key's value by `read`, which throws a mismatch for an unexpected value; nil if there is none.
    package mutating func optional<Value>(
        _ name: String,
        _ read: (YAMLValue) throws(YAMLError) -> Value
    ) throws(YAMLError) -> Value? {
        guard let value = value(name) else { return nil }
        return try read(value)
    }

    /// Reads the value of a required key by `read`.
    package mutating func required<Value>(
        _ name: String,
        _ read: (YAMLValue) throws(YAMLError) -> Value
    ) throws(YAMLError) -> Value {
        guard let value = try optional(name, read) else { throw missing(name) }
        return value
    }

    /// Reads every key with its value, where the keys are names chosen by the author of the file.
    package mutating func everything() -> [(name: String, value: YAMLValue)] {
        mayHoldAnything = true
        return entries.map { ($0.name, $0.value) }
    }

    /// The error that a key is missing.
    package func missing(_ name: String) -> YAMLError {
        YAMLError(file: value.file, line: value.line, path: place(name), .missing)
    }

    /// Throws for the first key that was not read.
    package func finish() throws(YAMLError) {
        for entry in entries where !mayHoldAnything && !known.contains(entry.name) {
            throw YAMLError(
                file: value.file,
                line: entry.line,
                path: place(entry.name),
                .unknownKey(allowed: known)
            )
        }
    }

    private func place(_ name: String) -> String {
        value.path.isEmpty ? name : "\(value.path).\(name)"
    }
}
