internal import Storage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Keeps a second relay away from a database for the lifetime of the process.
///
/// An advisory lock on a file beside the database: SQLite's own locks would let two relays share it, each sure of being
/// alone. The kernel drops it with the process, however that ends.
struct ProcessLock: ~Copyable, Sendable {
    private let descriptor: CInt

    /// Takes the lock, or returns nil when another process holds it.
    ///
    /// - Throws: ``StoreError/readOnly(path:)``, ``StoreError/cannotOpen(path:detail:)``.
    init?(database path: String) throws(StoreError) {
        let descriptor = unsafe open(path + "-lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            _ = close(descriptor)
            guard reason == EWOULDBLOCK else { throw StoreError(errno: reason, path: path) }
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        // Closing the only descriptor releases the lock; the file stays, because removing it would race with a new
        // process.
        _ = close(descriptor)
    }
}
