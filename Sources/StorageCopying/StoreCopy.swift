package import AlarmCore
package import Storage

/// A copy of all rows of one store into another, which goes on where it was interrupted.
///
/// The source is marked before the first row is copied, so that no relay starts on it: two relays with the same alarms would
/// both ring. No relay starts on the target until all rows were compared. Rows stay sealed: no keyring is needed.
package struct StoreCopy: Sendable {
    /// A store and what to call it.
    package struct End: Sendable {
        package let store: any Store
        package let name: String
        /// What to do if it has to be empty and is not, as a part of a sentence.
        package let emptying: String

        package init(_ store: any Store, named name: String, emptying: String = "name another") {
            self.store = store
            self.name = name
            self.emptying = emptying
        }
    }

    /// The time without a sign of life after which a node of a shared store counts as stopped.
    ///
    /// 10 s; other nodes take over after 4.
    package static let silence = Span.seconds(10)

    private let source: End
    private let target: End
    /// The rows of a transaction.
    private let batch: Int
    /// Random bytes that name this copy, if it is a new one.
    private let id: [UInt8]

    /// Prepares a copy.
    ///
    /// - Parameters:
    ///   - source: the store to copy, which only this process uses.
    ///   - target: an empty store, or one with a part of the same copy.
    ///   - id: 16 random bytes.
    ///   - batch: the most rows of one transaction; 1,000 by default.
    package init(from source: End, to target: End, id: [UInt8], batch: Int = 1000) {
        self.source = source
        self.target = target
        self.id = id
        self.batch = batch
    }

    /// Copies what is missing, compares everything, and gives the target free.
    ///
    /// - Parameter note: is told after each transaction how many rows were copied, those of interrupted runs included.
    /// - Returns: the rows of both stores, counted.
    /// - Throws: ``CopyError``, `StoreError`; what was copied stays, and the same call goes on.
    package func run(_ note: @Sendable (Int) -> Void = { _ in }) async throws -> CopyReport {
        var progress = try await begin()
        note(progress.rows)
        try await copy(from: &progress, note)
        let last = try await source.store.read { try $0.lastAlarmKey() }
        try await target.store.write { try $0.skipAlarmKeys(through: last) }
        let report = try await CopyReport(of: source.store, and: target.store, page: batch)
        guard report.isEqual else {
            throw CopyError.differs(tables: report.differing.map(\.rawValue), advice: target.emptying)
        }
        try await finish(progress)
        return report
    }

    private func copy(from progress: inout CopyProgress, _ note: (Int) -> Void) async throws {
        var stored = progress
        let first = StoreTable.allCases.firstIndex(of: progress.table) ?? 0
        for table in StoreTable.allCases[first...] {
            if table != progress.table { (progress.table, progress.last) = (table, nil) }
            while let next = try await copyBatch(after: progress, stored: stored) {
                (progress, stored) = (next, next)
                note(next.rows)
            }
        }
    }

    /// Copies the next rows of a table in one transaction; returns how far the copy is then, or nil at the table's end.
    private func copyBatch(after progress: CopyProgress, stored: CopyProgress) async throws -> CopyProgress? {
        let limit = batch
        let found = try await source.store.read {
            try $0.rows(of: progress.table, after: progress.last, limit: limit)
        }
        guard let last = found.last else { return nil }
        let rows = found.filter { !$0.isOfCopy }
        var next = progress
        next.last = last.key
        next.rows += rows.count
        let (reached, name) = (next, target.name)
        try await target.store.write { transaction in
            guard try transaction.copyProgress() == stored else { throw CopyError.overtaken(target: name) }
            try transaction.restore(rows)
            try transaction.setCopyProgress(reached)
        }
        return reached
    }

    // MARK: Beginning and end

    /// Marks both stores, or finds out how far an earlier run came.
    private func begin() async throws -> CopyProgress {
        let (source, target) = (source, target)
        let reached = try await target.store.read { try $0.copyProgress() }
        guard let reached else { return try await beginAnew() }
        try await source.store.write { transaction in
            guard try transaction.copyMark()?.copy == reached.copy else {
                throw CopyError.otherCopy(target: target.name, source: reached.source, advice: target.emptying)
            }
            try transaction.refuseNodes(of: source)
        }
        return reached
    }

    private func beginAnew() async throws -> CopyProgress {
        let (source, target, id) = (source, target, id)
        let progress = CopyProgress(copy: id, source: source.name)
        // Read first, so that a source is not marked for a target that will not have it.
        let mark = try await source.store.read { try $0.copyMark() }
        if let mark, mark.isComplete { throw CopyError.alreadyCopied(source: source.name, target: mark.target) }
        try await target.store.read { try $0.refuseRows(in: target) }
        try await source.store.write { transaction in
            // A source that is itself part of a copy.
            if try transaction.copyProgress() != nil { try transaction.refuseCopied() }
            try transaction.refuseNodes(of: source)
            try transaction.setCopyMark(CopyMark(copy: id, target: target.name))
        }
        try await target.store.write { transaction in
            guard try transaction.copyProgress() == nil else { throw CopyError.overtaken(target: target.name) }
            try transaction.refuseRows(in: target)
            try transaction.setCopyProgress(progress)
        }
        return progress
    }

    /// Gives the target free, once the source can no longer be started on.
    private func finish(_ progress: CopyProgress) async throws {
        let (source, target) = (source, target)
        try await source.store.write { transaction in
            guard try transaction.copyMark()?.copy == progress.copy else {
                throw CopyError.otherCopy(target: target.name, source: source.name, advice: target.emptying)
            }
            try transaction.refuseNodes(of: source)
            try transaction.setCopyMark(CopyMark(copy: progress.copy, target: target.name, isComplete: true))
        }
        try await target.store.write { try $0.setCopyProgress(nil) }
    }
}

extension Snapshot {
    /// Refuses a store that holds any row, or any node's.
    fileprivate func refuseRows(in end: StoreCopy.End) throws {
        let found = try StoreTable.allCases.filter { try !rows(of: $0, after: nil, limit: 1).isEmpty }
        let what = found.map(\.rawValue) + (try nodes().isEmpty ? [] : ["nodes"])
        guard what.isEmpty else {
            throw CopyError.notEmpty(
                database: end.name,
                what: what.joined(separator: ", "),
                advice: end.emptying
            )
        }
    }
}

extension Transaction {
    /// Refuses a store on which a node lives, and takes the leases of those that have died.
    ///
    /// A store that is not shared has only this process.
    fileprivate func refuseNodes(of end: StoreCopy.End) throws {
        guard end.store.isShared else {
            try takeOverAll()
            return
        }
        // Without a clock of the store's own nobody knows how old a sign of life is.
        let horizon = try ownTime().map { $0 - StoreCopy.silence }
        if let living = try nodes().first(where: { $0.heartbeatAt >= horizon ?? $0.heartbeatAt }) {
            throw CopyError.inUse(database: end.name, node: living.name)
        }
        if let horizon { _ = try takeOver(heartbeatBefore: horizon) }
    }
}

/// Lets a relay start again on a database that was copied, or was to be.
///
/// - Returns: the mark that was taken back; nil where there was none.
/// - Throws: `StoreError.copied` for the target of an unfinished copy.
package func reopen(_ store: any Store) async throws -> CopyMark? {
    try await store.write { transaction in
        if try transaction.copyProgress() != nil { try transaction.refuseCopied() }
        let mark = try transaction.copyMark()
        if mark != nil { try transaction.setCopyMark(nil) }
        return mark
    }
}
