internal import GRDB
internal import Synchronization

/// Connections to a database whose disk has failed, kept open until the process ends.
///
/// The last connection to close moves the log into the database and asks the disk again for a sync that has failed:
/// success then proves nothing, because the copied pages may not be what was written. If the log stays, the next
/// opening recovers it by its checksums.
enum AbandonedConnections {
    private static let kept = Mutex<[any Sendable]>([])

    /// Keeps connections, or objects that hold them.
    static func keep(_ connections: any Sendable...) {
        kept.withLock { $0 += connections }
    }
}
