/// An error that the server reported, by its code (PostgreSQL, appendix A).
///
/// Its detail and hint are left out: they quote rows.
struct ServerError: Error, Hashable {
    /// The five characters of SQLSTATE.
    let code: String
    /// The primary message.
    let message: String

    /// Whether the transaction met another one, and succeeds when it is run again.
    var isConflict: Bool {
        switch code {
        // serialization_failure, deadlock_detected, lock_not_available
        case "40001", "40P01", "55P03": true
        default: false
        }
    }

    /// Whether it is the server, or the way to it, that has to change, and not what it was asked.
    var isPassing: Bool {
        switch code {
        // read_only_sql_transaction: the server has become a standby. idle_in_transaction_session_timeout: this process
        // was stopped meanwhile.
        case "25006", "25P03": true
        // too_many_connections
        case "53300": true
        // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
        case let code where code.hasPrefix("57P") || code.hasPrefix("08"): true
        default: false
        }
    }
}

/// The connection is lost, or there is none.
struct ConnectionLost: Error, Hashable {
    /// The reason, for a person.
    let reason: String
}
