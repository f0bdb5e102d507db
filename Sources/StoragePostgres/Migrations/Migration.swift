/// One step of the schema's history; never edited once it has been released.
struct Migration: Sendable {
    /// Its name in the database; the number in front keeps a list of names readable.
    let name: String
    /// Whether a program that does not know the step can work with what it makes: nodes are upgraded one at a time.
    var isAdditive = true
    /// The statements that it executes.
    let sql: String

    /// Every migration, in the order in which they are applied.
    static let all: [Migration] = [.schema]

    /// The schema of the database in which everything is.
    static let schemaName = "reveille"

    /// The key of the advisory lock under which the schema is changed: "Reveille".
    static let lock: Int64 = 0x5265_7665_696C_6C65
}
