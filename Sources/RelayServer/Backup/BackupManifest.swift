import AlarmCore
import AlarmWire

/// The first part of a backup, which says what the rest has to be.
struct BackupManifest: Hashable, WireMessage {
    /// The format that this version writes.
    static let format: Int64 = 1
    /// The largest database in bytes, 16 TiB.
    private static let largest: Int64 = 1 << 44

    /// The format of the backup.
    var format = Self.format
    /// The time just before the database was copied.
    var madeAt: Instant
    /// The version of the program that made the backup.
    var version: String
    /// The size of the database, in bytes.
    var size: Int64
    /// How many rows each of its tables has.
    var rows: [String: Int]

    init(madeAt: Instant, version: String, size: Int64, rows: [String: Int]) {
        self.madeAt = madeAt
        self.version = version
        self.size = size
        self.rows = rows
    }

    init(reading object: inout ObjectReader) throws(WireError) {
        format = try object.integer("format", in: 1...Int64.max)
        madeAt = try object.instant("madeAt")
        version = try object.string("version", bytes: 1...64)
        size = try object.integer("size", in: 1...Self.largest)
        guard case .object(let tables) = object.optionalValue("rows") else {
            throw object.error(.expected("the number of rows by table"), at: "rows")
        }
        rows = [:]
        for table in tables.members {
            guard case .number(let number) = table.value, let count = number.int64.flatMap({ Int(exactly: $0) }) else {
                throw object.error(.expected("the number of rows by table"), at: "rows")
            }
            rows[table.name] = count
        }
    }

    var json: JSONValue {
        let tables = rows.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: .integer($0.value)) }
        return .object(of: [
            "format": .integer(format),
            "madeAt": .instant(madeAt),
            "version": .string(version),
            "size": .integer(size),
            "rows": .object(JSONObject(members: tables)),
        ])
    }
}
