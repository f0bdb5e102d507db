/// Why rows were not copied from one database to another, and what to do.
package enum CopyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text names no database.
    case unknownLocation(String)
    /// Both ends are the same database.
    case sameDatabase(String)
    /// There is no database in the file.
    case noDatabase(path: String)
    /// A relay runs on the source.
    case inUse(database: String, node: String)
    /// The target holds rows that this copy has not brought.
    case notEmpty(database: String, what: String, advice: String)
    /// The source was copied already.
    case alreadyCopied(source: String, target: String)
    /// The target holds part of another copy, or of another state of the source.
    case otherCopy(target: String, source: String, advice: String)
    /// Another process copies into the target at the same time.
    case overtaken(target: String)
    /// What was copied is not what the source has.
    case differs(tables: [String], advice: String)

    /// One line for an operator.
    package var description: String {
        switch self {
        case .unknownLocation(let text):
            """
            \(text.isEmpty ? "an empty text" : text) names no database: write sqlite:PATH, or postgres://USER@HOST/DATABASE
            """
        case .sameDatabase(let database): "both ends are \(database): name two databases"
        case .noDatabase(let path): "there is no database at \(path): name the one that the relay was started with"
        case .inUse(let database, let node):
            """
            a relay runs on \(database) (node \(node)): stop it, wait ten seconds, and run this again; what was copied stays
            """
        case .notEmpty(let database, let what, let advice):
            "\(database) is not empty (there are \(what)): \(advice)"
        case .alreadyCopied(let source, let target):
            """
            \(source) was copied to \(target) already: start the relay on that, or compare them with --check; to copy it once \
            more, take its mark back first with 'reveille migrate --reopen', where no relay has run on the copy
            """
        case .otherCopy(let target, let source, let advice):
            """
            \(target) holds an unfinished copy of \(source), which has been given back to a relay since, or is another \
            database: \(advice)
            """
        case .overtaken(let target): "another process copies into \(target) at this moment: let it end"
        case .differs(let tables, let advice):
            """
            the copy differs from its source in \(tables.joined(separator: ", ")): no relay starts on it; to begin anew, \
            \(advice), and run this again
            """
        }
    }
}
