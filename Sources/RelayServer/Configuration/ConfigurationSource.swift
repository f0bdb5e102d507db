/// The source of a value; earlier cases win over later ones.
package enum ConfigurationSource: Hashable, Sendable {
    /// A flag on the command line.
    case flag
    /// A variable of the environment.
    case environment
    /// A line of the file at this path.
    case file(String)
    /// The default.
    case defaultValue

    /// Returns the operator's name for a key in this source.
    package func name(of key: ConfigurationKey) -> String {
        switch self {
        case .flag: key.flag
        case .environment: key.environmentName
        case .file(let path): "\(path): \(key.name)"
        case .defaultValue: key.name
        }
    }

    /// The source in one word, with the path of a file.
    package var label: String {
        switch self {
        case .flag: "flag"
        case .environment: "environment"
        case .file(let path): "file \(path)"
        case .defaultValue: "default"
        }
    }
}
