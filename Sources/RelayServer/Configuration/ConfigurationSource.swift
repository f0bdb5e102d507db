/// Where a value came from; an earlier one wins.
package enum ConfigurationSource: Hashable, Sendable {
    /// A flag on the command line.
    case flag
    /// A variable of the environment.
    case environment
    /// A line of the file at this path.
    case file(String)
    /// Nobody set it.
    case usual

    /// What the operator calls a key in this place.
    package func name(of key: ConfigurationKey) -> String {
        switch self {
        case .flag: key.flag
        case .environment: key.environmentName
        case .file(let path): "\(path): \(key.name)"
        case .usual: key.name
        }
    }

    /// The place in one word, with the file's path.
    package var label: String {
        switch self {
        case .flag: "flag"
        case .environment: "environment"
        case .file(let path): "file \(path)"
        case .usual: "default"
        }
    }
}
