internal import AlarmCore
internal import Storage

extension BlindInterval.Cause: Column {}

extension BlindInterval {
    static let columnNames: ColumnNames = "from_at, until_at, cause"

    var columns: [any Column] { [from, until, cause] }

    init(reading reader: inout RowReader) throws {
        try self.init(from: reader.next(), until: reader.next(), cause: reader.next())
    }
}
