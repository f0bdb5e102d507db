internal import Storage

extension StoreError {
    /// Translates an error of the server for the store's callers.
    init(_ error: ServerError, path: String) {
        self =
            switch error.code {
            // disk_full
            case "53100": .full
            // unique_violation
            case "23505": .duplicate("the row")
            // insufficient_privilege
            case "42501":
                .cannotOpen(path: path, detail: "\(error.message): grant this to the role, or name another one")
            // data_corrupted, index_corrupted
            case "XX001", "XX002": .corrupt(path: path, detail: error.message)
            default: .failed("\(error.message) (PostgreSQL error \(error.code))")
            }
    }

    /// The server cannot be reached, or refuses everybody at present; nothing was stored.
    static func unavailable(_ loss: ConnectionLost, path: String) -> StoreError {
        .cannotOpen(path: path, detail: "\(loss.reason); nothing was stored, and it is tried again")
    }

    /// The connection was lost after a commit was sent, and what became of it could not be found out.
    static func outcomeUnknown(_ loss: ConnectionLost, path: String) -> StoreError {
        .failed("whether the last transaction was stored in \(path) is not known: \(loss.reason)")
    }
}
