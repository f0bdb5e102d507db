internal import Foundation
internal import Storage
internal import StoragePostgres
internal import StorageSQLite

extension DatabaseLocation {
    /// Why a database is opened.
    package enum Purpose: Sendable {
        /// Rows are copied out of it, or its mark is taken back: it has to be there, and no relay may run.
        case source
        /// Rows are copied into it: it is made where there is none.
        case target
        /// Rows are counted.
        case comparison
    }

    /// Opens the database, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - purpose: why it is opened.
    ///   - place: the words for where it was named, as in `in --from`.
    ///   - passwordFile: the path of a file with the password to a server; nil for libpq's own ways.
    ///   - notice: is told of a server that is away and waited for.
    /// - Returns: the open store, which is to be closed, with its name.
    /// - Throws: ``CopyError/noDatabase(path:)``; `StoreError`, such as `.locked(path:)` while a relay runs, and
    ///   `.newerVersion(path:found:)`.
    package func open(
        for purpose: Purpose,
        named place: String,
        passwordFile: String?,
        notice: @escaping @Sendable (String) -> Void
    ) async throws -> StoreCopy.End {
        switch self {
        case .sqlite(let path):
            guard purpose == .target || FileManager.default.fileExists(atPath: path) else {
                throw CopyError.noDatabase(path: path)
            }
            let store = try SQLiteStore.open(path: path, role: purpose == .comparison ? .visitor : .relay)
            return StoreCopy.End(store, named: path, emptying: emptying)
        case .postgres(let url):
            let address = try PostgresAddress(url, passwordFile: passwordFile, from: place)
            var configuration = PostgresStore.Configuration { notice($0.description) }
            configuration.writers = 1
            configuration.readers = 1
            let store = try await PostgresStore.open(address, configuration)
            return StoreCopy.End(store, named: address.description, emptying: emptying)
        }
    }
}
