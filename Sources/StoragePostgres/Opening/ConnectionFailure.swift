internal import CPostgres
internal import Storage

/// Why a connection could not be made.
enum ConnectionFailure: Error {
    /// It may succeed later: the server is away, starting, full, or a standby.
    case passing(String)
    /// Somebody has to change something first.
    case lasting(StoreError)

    /// Sorts what a statement on a connection came to.
    init(of result: OpaquePointer?, on connection: OpaquePointer, path: String) {
        let message = PQerrorMessage(connection).map { PostgresConnection.line(String(cString: $0)) } ?? ""
        // `PG_DIAG_SQLSTATE`, a macro of a character, which Swift does not import.
        guard PQstatus(connection) == CONNECTION_OK,
            let code = PQresultErrorField(result, CInt(UInt8(ascii: "C")))
        else {
            self = .passing(message)
            return
        }
        let error = ServerError(code: String(cString: code), message: message)
        self = error.isPassing || error.isConflict ? .passing(message) : .lasting(StoreError(error, path: path))
    }

    /// Sums up why none of several hosts could be connected to: it may succeed later if it may with one of them.
    init(ofEach failures: [ConnectionFailure]) {
        var reasons: [String] = []
        var lasting: StoreError?
        for failure in failures {
            switch failure {
            case .passing(let reason): reasons.append(reason)
            case .lasting(let error): lasting = lasting ?? error
            }
        }
        if let lasting, reasons.isEmpty {
            self = .lasting(lasting)
        } else {
            self = .passing(((lasting.map { ["\($0)"] } ?? []) + reasons).joined(separator: "; "))
        }
    }

    /// Sorts libpq's message about a failed connection; it has no code for it.
    init(message: String, path: String) {
        let lasting = [
            "password authentication failed", "no password supplied", "no pg_hba.conf entry", "does not exist",
            "authentication failed", "permission denied", "certificate verify failed", "SSL error",
            "server certificate",
            "root certificate file", "does not support SSL", "invalid",
            "unsupported startup parameter",
        ]
        // A socket that is not there belongs to a server that is not running.
        let isAway = message.contains("No such file or directory") || message.contains("Connection refused")
        if !isAway, lasting.contains(where: message.contains) {
            self = .lasting(.cannotOpen(path: path, detail: message))
        } else {
            self = .passing(message)
        }
    }
}
