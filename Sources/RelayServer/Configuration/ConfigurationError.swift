/// Everything that is wrong with a configuration, so that an operator need not find it out piece by piece.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One fault.
    package enum Fault: Hashable, Sendable {
        /// A value that cannot be used.
        case badValue(ConfigurationKey, value: String, from: ConfigurationSource, expected: String)
        /// A name in the file that is no key.
        case unknownName(String, file: String, line: Int)
        /// A flag that is no key's.
        case unknownFlag(String)
        /// The file cannot be read, or is no YAML.
        case badFile(String, reason: String)
        /// Some of the keys that belong together are set, and others are not.
        case incomplete(set: [ConfigurationKey], missing: [ConfigurationKey])
        /// No value was given, and there is none to assume.
        case noValue(ConfigurationKey, reason: String)
        /// A file that a key names cannot be used.
        case badNamedFile(ConfigurationKey, path: String, reason: String)
    }

    /// The faults, at least one.
    package let faults: [Fault]

    /// One line for every fault.
    package var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension ConfigurationError.Fault: CustomStringConvertible {
    /// What is wrong, where, and what to write instead.
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
        }
    }

    private static func list(_ keys: [ConfigurationKey]) -> String {
        keys.map(\.environmentName).joined(separator: ", ")
    }

    /// The key that was perhaps meant: the one with the same letters, or the longest that begins alike.
    private static func hint(for name: String) -> String {
        func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
        let wanted = letters(name.replacing("REVEILLE_", with: ""))
        let match =
            ConfigurationKey.all.first { letters($0.name) == wanted }
            ?? ConfigurationKey.all.first { wanted.count >= 4 && letters($0.name).hasPrefix(wanted.prefix(4)) }
        return match.map { "; did you mean \($0.name)?" } ?? "; see reveille config for all of them"
    }
}
