internal import Synchronization

/// A statement that every connection prepares when it first runs it.
///
/// Made once, as a static constant: connections know it by its number.
final class Statement: Sendable {
    let sql: String
    /// The number of the statement in this process, from 0.
    let number: Int

    private static let made = Mutex<[String]>([])

    init(_ sql: String) {
        self.sql = sql
        number = Self.made.withLock { made in
            made.append(sql)
            return made.count - 1
        }
    }

    /// The text of every statement that has been made in this process.
    static var texts: [String] { made.withLock(\.self) }

    /// The name under which connections prepare it.
    var name: String { "s\(number)" }
}
