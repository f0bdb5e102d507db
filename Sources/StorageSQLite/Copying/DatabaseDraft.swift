package import Storage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A file beside a database that only its owner can read, for a copy that is being made; gone when this value ends.
///
/// One process at a time can have it. What a killed process left is removed by the next one.
package struct DatabaseDraft: ~Copyable, Sendable {
    private static let companions = ["", "-wal", "-shm", "-journal", "-lock"]

    /// The path of the draft, which is an empty file at first.
    package let path: String
    private let lock: ProcessLock

    /// Makes an empty draft beside the database at `database`.
    ///
    /// - Throws: ``StoreError/locked(path:)`` while another process makes a copy; ``StoreError/readOnly(path:)``,
    ///   ``StoreError/cannotOpen(path:detail:)``, ``StoreError/full``.
    package init(beside database: String) throws(StoreError) {
        try FileProtection.check(database)
        let path = database + "-draft"
        guard let lock = try ProcessLock(database: database + "-copying") else { throw .locked(path: path) }
        try DatabaseFile.giveToFolderOwner(database + "-copying-lock")
        Self.remove(path)
        try DatabaseFile.prepare(path)
        try DatabaseFile.giveToFolderOwner(path)
        self.path = path
        self.lock = lock
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        for companion in companions { _ = unsafe unlink(path + companion) }
    }
}
