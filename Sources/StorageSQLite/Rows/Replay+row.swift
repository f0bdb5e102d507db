internal import AlarmCore
internal import Storage

extension Replay {
    static let columnNames: ColumnNames = "device, jti, digest, status, body, expires_at"

    var columns: [any Column] { [device, jti, digest, status, body, expiresAt] }

    init(reading reader: inout RowReader) throws {
        try self.init(
            device: reader.next(),
            jti: reader.next(),
            digest: reader.next(),
            status: reader.next(),
            body: reader.next(),
            expiresAt: reader.next()
        )
    }
}
