internal import GRDB
internal import Synchronization

/// Connections to a database whose disk has failed, kept open until the process ends.
///
/// The last connection that closes moves the log into the database, and asks the disk once more for a sync that it has
/// refused: one that succeeds then proves nothing, and what was copied may not be what was written. Left alone, the log is
/// read anew by the next opening, by its checksums.
enum AbandonedConnections {
    private static let kept = Mutex<[any Sendable]>([])

    /// Keeps connections, or what holds them.
    static func keep(_ connections: any Sendable...) {
        kept.withLock { $0 += connections }
    }
}
