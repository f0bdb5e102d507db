/// Takes keys and values apart, key by key, and knows in the end whether anything is left over.
struct SettingObject {
    private let path: String
    private let members: [SettingValue.Member]
    private var known: [String] = []

    /// Begins to read; `expected` says what the error calls the whole if it is nothing of the kind.
    init(_ reader: SettingReader, expected: String) throws(SettingError) {
        guard case .object(let members) = reader.value else { throw reader.mismatch(expected) }
        path = reader.path
        self.members = members
    }

    /// Takes the value under `name`; nil if there is none.
    mutating func value(_ name: String) -> SettingReader? {
        known.append(name)
        guard let member = members.first(where: { $0.name == name }) else { return nil }
        return SettingReader(member.value, path: place(name))
    }

    /// Takes a value by `read`; nil if there is none.
    mutating func optional<Value>(
        _ name: String,
        _ read: (SettingReader) throws(SettingError) -> Value
    ) throws(SettingError) -> Value? {
        guard let value = value(name) else { return nil }
        return try read(value)
    }

    /// Takes a value by `read`.
    mutating func required<Value>(
        _ name: String,
        _ read: (SettingReader) throws(SettingError) -> Value
    ) throws(SettingError) -> Value {
        guard let value = value(name) else {
            throw SettingError(path: place(name), problem: "missing; add it")
        }
        return try read(value)
    }

    /// Takes everything, where the keys are names that the writer gives.
    mutating func everything() -> [(name: String, value: SettingReader)] {
        known += members.map(\.name)
        return members.map { ($0.name, SettingReader($0.value, path: place($0.name))) }
    }

    /// Throws for the first key that nobody asked for.
    func finish() throws(SettingError) {
        guard let member = members.first(where: { !known.contains($0.name) }) else { return }
        let names = known.joined(separator: ", ")
        throw SettingError(path: place(member.name), problem: "unknown key; expected one of \(names)")
    }

    private func place(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
