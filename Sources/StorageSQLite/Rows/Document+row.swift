internal import AlarmCore
internal import Storage

extension Document.Kind: Column {}

extension Document {
    static let columnNames: ColumnNames = "kind, id, owner, circle, position, body"

    var columns: [any Column] { [kind, id, owner, circle, position, body] }

    init(reading reader: inout RowReader) throws {
        try self.init(
            kind: reader.next(),
            id: reader.next(),
            owner: reader.next(),
            circle: reader.next(),
            position: reader.next(),
            body: reader.next()
        )
    }
}
