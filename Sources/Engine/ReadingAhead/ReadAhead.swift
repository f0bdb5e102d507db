package import AlarmCore
package import Storage

/// Rows that are read for a whole batch at once, before its decisions ask for them one by one.
///
/// What has to be read depends on what was read: an alarm names its circle, the circle its members, these their devices.
/// So it is collected in ``waves``, and each wave may query what earlier ones have read. A query for anything else would
/// wait for an answer of its own.
package struct ReadAhead {
    /// The number of waves: an alarm's own rows, what these name, and what those name.
    package static let waves = 1...3

    /// The engine on whose behalf rows are read.
    package let engine: Engine
    /// The snapshot, or the transaction, that answers.
    package let snapshot: any Snapshot
    /// The time of the decisions.
    package let now: Instant
    /// The present wave.
    package private(set) var wave = 0

    private var rows: [Prefetch] = []
    private var known: Set<Prefetch> = []

    init(engine: Engine, snapshot: any Snapshot, now: Instant) {
        self.engine = engine
        self.snapshot = snapshot
        self.now = now
    }

    /// Adds a row to the present wave, unless it was named before.
    package mutating func add(_ row: Prefetch) {
        if known.insert(row).inserted { rows.append(row) }
    }

    /// Runs `collect` for each wave, and reads at the end of it what it has added.
    mutating func run(_ collect: (inout ReadAhead) throws -> Void) throws {
        for wave in Self.waves {
            self.wave = wave
            try collect(&self)
            try fetch()
        }
    }

    /// Reads what was added.
    mutating func fetch() throws {
        guard !rows.isEmpty else { return }
        try snapshot.prefetch(rows)
        rows = []
    }

    /// Adds what `add` names for one row of a batch; nothing more where a record cannot be read.
    ///
    /// Whoever needs the record meets the same error, and knows what to do about it.
    mutating func addIfReadable(_ add: (inout ReadAhead) throws -> Void) throws {
        do {
            try add(&self)
        } catch let error as StoreError where !error.isCorruption {
            throw error
        } catch {}
    }
}

extension StoreError {
    /// Whether stored data is present but corrupt.
    var isCorruption: Bool {
        if case .corrupt = self { true } else { false }
    }
}
