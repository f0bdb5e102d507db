/// Takes keys and values apart, key by key, and knows in the end whether anything is left over.
package struct YAMLObject {
    struct Entry {
        let name: String
        let line: Int?
        let value: YAMLValue
    }

    /// The whole, for faults that concern more than one key.
    package let value: YAMLValue
    private let entries: [Entry]
    private var known: [String] = []

    init(_ value: YAMLValue, _ entries: [Entry]) {
        self.value = value
        self.entries = entries
    }

    /// The keys, in the order in which they are written.
    package var names: [String] { entries.map(\.name) }

    /// Takes a value by `read`, or nil if there is none; what `read` expects, it throws as a mismatch.
    package mutating func optional<Value>(
        _ name: String,
        _ read: (YAMLValue) throws(YAMLFault) -> Value
    ) throws(YAMLFault) -> Value? {
        known.append(name)
        guard let entry = entries.first(where: { $0.name == name }) else { return nil }
        return try read(entry.value)
    }

    /// Takes a value by `read`.
    package mutating func required<Value>(
        _ name: String,
        _ read: (YAMLValue) throws(YAMLFault) -> Value
    ) throws(YAMLFault) -> Value {
        guard let value = try optional(name, read) else { throw missing(name) }
        return value
    }

    /// Takes every key with its value, where the keys are names that the file gives.
    package mutating func everything() -> [(name: String, value: YAMLValue)] {
        known += names
        return entries.map { ($0.name, $0.value) }
    }

    /// The fault that a key is missing.
    package func missing(_ name: String) -> YAMLFault {
        YAMLFault(file: value.file, line: value.line, path: place(name), .missing)
    }

    /// Throws for the first key that nobody asked for.
    package func finish() throws(YAMLFault) {
        for entry in entries where !known.contains(entry.name) {
            throw YAMLFault(
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
