internal import AlarmCore
package import Storage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The place of a relay's database, held so that no relay starts on it while a restored one is put there.
package struct DatabaseSlot: ~Copyable, Sendable {
    /// What belongs to a database and goes with it.
    private static let companions = ["", "-wal", "-shm", "-journal"]

    /// The database's path.
    package let path: String
    private let lock: ProcessLock

    /// Takes the place.
    ///
    /// - Throws: ``StoreError/locked(path:)`` while a relay runs; ``StoreError/readOnly(path:)``,
    ///   ``StoreError/cannotOpen(path:detail:)``.
    package init(path: String) throws(StoreError) {
        try FileProtection.check(path)
        guard let lock = try ProcessLock(database: path) else { throw .locked(path: path) }
        try DatabaseFile.giveToFolderOwner(path + "-lock")
        self.path = path
        self.lock = lock
    }

    /// Whether there is nothing that a restored database would take the place of; a database that cannot be read counts
    /// as something.
    package var isFree: Bool { (try? DatabaseCopy.isUnused(path)) ?? false }

    /// Puts the finished database `draft` here; what was here before is renamed, unless it was empty.
    ///
    /// The new database appears at once or, after a crash, not at all.
    ///
    /// - Parameters:
    ///   - draft: the path of a database on the same disk that nobody has open.
    ///   - ending: what is appended to the path of the former database.
    /// - Returns: the path of the former database; nil where there was none worth keeping.
    /// - Throws: ``StoreError``; the former database is then here or at its new path.
    package func put(_ draft: String, keepingFormerAs ending: String) throws(StoreError) -> String? {
        guard DatabaseFile.size(of: draft + "-wal") == 0 else {
            throw .failed("the log of \(draft) could not be moved into it")
        }
        let isFree = isFree
        let former = path + ending
        try DatabaseFile.sync(draft)
        for companion in Self.companions where DatabaseFile.exists(path + companion) {
            if isFree {
                guard unsafe unlink(path + companion) == 0 else { throw StoreError(errno: errno, path: path) }
            } else {
                guard unsafe rename(path + companion, former + companion) == 0 else {
                    throw StoreError(errno: errno, path: path)
                }
            }
        }
        guard unsafe rename(draft, path) == 0 else { throw StoreError(errno: errno, path: path) }
        try DatabaseFile.syncFolder(of: path)
        return isFree ? nil : former
    }
}
