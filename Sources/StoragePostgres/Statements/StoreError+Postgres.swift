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
}
