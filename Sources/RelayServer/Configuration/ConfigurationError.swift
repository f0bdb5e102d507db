/// Every fault of a configuration, so that an operator need not find them one by one.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Fault: Hashable, Sendable {
        /// A value that cannot be used.
        case badValue(ConfigurationKey, value: String, from: ConfigurationSource, expected: String)
        /// A name in the file that is not a key.
        case unknownName(String, file: String, line: Int)
        /// A flag that belongs to no key.
        case unknownFlag(String)
        /// A file that cannot be read or is not YAML.
        case badFile(String, reason: String)
        /// Some of the keys that belong together are set, and others are missing.
        case incomplete(set: [ConfigurationKey], missing: [ConfigurationKey])
        /// A key without a value and without a default.
        case noValue(ConfigurationKey, reason: String)
        /// A file that a key names and that cannot be used.
        case badNamedFile(ConfigurationKey, path: String, reason: String)
        /// A key whose value cannot be used for a reason that does not quote it.
        case badUse(ConfigurationKey, reason: String)
    }

    /// The faults, at least one.
    package let faults: [Fault]

    /// One line for every fault.
    package var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension ConfigurationError.Fault: CustomStringConvertible {
    /// The fault, its place, and what to write instead.
    package var description: String {
        switch self {
        case .badValue(let key, let value, let source, let expected):
            "\(source.name(of: key)): \(value.prefix(200).debugDescription) is not usable; expected \(expected)"
        case .unknownName(let name, let file, let line):
            "\(file), line \(line): there is no key \(name.prefix(60).debugDescription)\(Self.hint(for: name))"
        case .unknownFlag(let name):
            "there is no key \(name.prefix(60).debugDescription)\(Self.hint(for: name))"
        case .badFile(let path, let reason):
            "\(path): \(reason)"
        case .incomplete(let given, let missing):
            """
            \(Self.list(given)) \(given.count == 1 ? "is" : "are") set but \(Self.list(missing)) \
            \(missing.count == 1 ? "is" : "are") not; set all of them, or none
            """
        case .noValue(let key, let reason):
            "\(reason); set \(key.environmentName)"
        case .badNamedFile(let key, let path, let reason):
            "\(key.name): \(path) \(reason)"
        case .badUse(let key, let reason):
            "\(key.name): \(reason)"
        }
    }

    private static func list(_ keys: [ConfigurationKey]) -> String {
        keys.map(\.environmentName).joined(separator: ", ")
    }

    /// The key that was perhaps meant: one with the same letters, or the one with the longest common beginning.
    private static func hint(for name: String) -> String {
        func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
        let wanted = letters(name.replacing("REVEILLE_", with: ""))
        let match =
            ConfigurationKey.all.first { letters($0.name) == wanted }
            ?? ConfigurationKey.all.first { wanted.count >= 4 && letters($0.name).hasPrefix(wanted.prefix(4)) }
        return match.map { "; did you mean \($0.name)?" } ?? "; see reveille config for all of them"
    }
}
