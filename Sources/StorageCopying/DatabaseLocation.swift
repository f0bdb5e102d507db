/// Where one end of a copy is.
package enum DatabaseLocation: Hashable, Sendable {
    /// A database in a file, by its path.
    case sqlite(String)
    /// A database on a PostgreSQL server, by its URL.
    case postgres(String)

    /// Reads `sqlite:PATH`, a path alone, or a `postgres://` URL.
    ///
    /// - Throws: ``CopyError/unknownLocation(_:)``.
    package init(_ text: String) throws(CopyError) {
        let scheme = text.prefix { $0 != ":" && $0 != "/" }
        switch scheme {
        case "postgres", "postgresql":
            guard text.dropFirst(scheme.count).hasPrefix("://") else { throw .unknownLocation(text) }
            self = .postgres(text)
        case "sqlite" where text.hasPrefix("sqlite:"):
            let path = text.dropFirst("sqlite:".count)
            // As in a URL, whose path begins after the empty name of a host.
            let isURL = path.hasPrefix("//")
            guard !path.isEmpty, !isURL || path.hasPrefix("///") else { throw .unknownLocation(text) }
            self = .sqlite(String(isURL ? path.dropFirst(2) : path))
        default:
            // A URL of another kind may hold a password, which no message repeats.
            guard !text.contains("://") else { throw .unknownLocation("\(scheme)://…") }
            guard !text.isEmpty else { throw .unknownLocation("") }
            self = .sqlite(text)
        }
    }

    /// The words that tell an operator how to empty it, or to choose another one.
    var emptying: String {
        switch self {
        case .sqlite: "move the file and its -wal away, or name another"
        case .postgres: "name another database, or empty it with DROP SCHEMA reveille CASCADE"
        }
    }
}
