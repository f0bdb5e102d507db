internal import CPostgres

/// The result of one statement.
final class QueryResult {
    let raw: OpaquePointer

    /// Takes over a result of libpq.
    init(_ raw: OpaquePointer) {
        self.raw = raw
    }

    deinit { PQclear(raw) }

    /// The number of rows that it returned.
    var rows: CInt { PQntuples(raw) }

    /// The number of rows that the statement changed.
    var changes: Int { PQcmdTuples(raw).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The server's error.
    var error: ServerError {
        ServerError(
            code: field(sqlState) ?? "",
            message: field(primaryMessage) ?? "the server reported an error without a message"
        )
    }

    private func field(_ code: UInt8) -> String? {
        PQresultErrorField(raw, CInt(code)).map { String(cString: $0) }
    }

    // `PG_DIAG_SQLSTATE` and `PG_DIAG_MESSAGE_PRIMARY`, macros of characters, which Swift does not import.
    private var sqlState: UInt8 { UInt8(ascii: "C") }
    private var primaryMessage: UInt8 { UInt8(ascii: "M") }
}
