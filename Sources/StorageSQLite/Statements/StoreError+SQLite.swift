internal import GRDB
internal import Storage

extension StoreError {
    /// Translates an error of SQLite for the store's callers.
    init(_ error: DatabaseError, path: String) {
        let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_IOERR where error.isShortOfIndex: .full
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path: path)
            case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path: path)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt(path: path, detail: detail)
            case .SQLITE_CANTOPEN: .cannotOpen(path: path, detail: detail)
            default: .failed("\(detail) (SQLite error \(error.extendedResultCode.rawValue))")
            }
    }

    /// Translates any error thrown below the store.
    init(any error: any Error, path: String) {
        self =
            switch error {
            case let error as StoreError: error
            case let error as DatabaseError: StoreError(error, path: path)
            default: .failed("\(error)")
            }
    }
}

extension StoreError {
    /// Whether the storage can no longer be trusted, see ``GRDB/DatabaseError/isFatal``.
    var isFatal: Bool {
        switch self {
        case .corrupt, .failed: true
        default: false
        }
    }
}

extension DatabaseError {
    /// Whether there was no room on the disk for the log's index, a file that SQLite maps into memory.
    var isShortOfIndex: Bool { extendedResultCode == .SQLITE_IOERR_SHMSIZE }

    /// Whether SQLite may have rolled back the whole transaction by itself (SQLite, "Response To Errors Within A
    /// Transaction").
    var endsTransaction: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_INTERRUPT, .SQLITE_ABORT,
            .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            true
        default: false
        }
    }

    /// Whether the state of the disk is unknown, so that nothing may be written on top of it.
    ///
    /// After a failed `fsync` the kernel may have dropped the pages: a second call that succeeds proves nothing.
    var isFatal: Bool {
        switch resultCode {
        case .SQLITE_IOERR: !isShortOfIndex
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
        default: false
        }
    }
}
