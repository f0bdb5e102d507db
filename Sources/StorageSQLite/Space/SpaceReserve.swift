internal import Storage
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Disk space set aside in a file beside the database, so that accepted alarms can still ring once the disk is full.
///
/// Every ring writes: its wake was claimed, its push ordered, its delivery accepted by a gateway. So a store that finds
/// the disk full releases a part of the reserve and goes on, and from then on accepts nothing that begins something:
/// those writes throw ``StoreError/full`` until there is room for the whole reserve again.
final class SpaceReserve: Sendable {
    /// The smallest reserve: 32 KiB.
    static let least: Int64 = 32 << 10
    /// The reserve for a small database on a large disk: 16 MiB, enough for some ten thousand rings.
    static let defaultSize: Int64 = 16 << 20
    /// The divisor for a large database: the reserve is a 64th of its size, because more rings may come due while its
    /// disk is full.
    private static let databaseShare: Int64 = 64
    /// The divisor for a file system: the reserve is at most an eighth of it.
    private static let diskShare: Int64 = 8

    /// The most pages of a log: 256 MB.
    private static let mostLogPages = 65_536
    /// The size below which whole pages for tables of a few rows would fill a file system: 2 MiB.
    private static let tinyDisk: Int64 = 2 << 20

    private struct State {
        /// The bytes that are set aside at the moment.
        var held: Int64 = 0
        /// The bytes that should be set aside.
        var whole: Int64 = 0
        /// Whether the disk was full and has no room for the whole reserve yet.
        var isShort = false
    }

    private let database: String
    private let path: String
    private let state = Mutex(State())

    /// Prepares a reserve for the database at `path`; nothing is set aside before ``fill()``.
    init(database path: String) {
        database = path
        self.path = path + "-reserve"
    }

    /// Whether the disk was full and has no room for the whole reserve yet.
    var isShort: Bool { state.withLock(\.isShort) }

    /// The bytes that are set aside.
    var held: Int64 { state.withLock(\.held) }

    /// The bytes that should be set aside on a file system of `capacity` bytes for a database of `size` bytes.
    static func goal(capacity: Int64, database size: Int64) -> Int64 {
        let wanted = max(defaultSize, size / databaseShare)
        let goal = max(min(wanted, capacity / diskShare), least)
        return goal / 4096 * 4096
    }

    /// The number of pages from which the writer must empty the log of the database at `path`, at any cost.
    static func logPages(on path: String) -> Int {
        guard let disk = status(of: path) else { return mostLogPages }
        // On a tiny disk every page counts, and checkpointing more often costs little.
        guard smallPageSize(on: path) == nil else { return 4 }
        return max(min(mostLogPages, Int(clamping: disk.capacity / 16 / 4096)), 4)
    }

    /// The size of the pages of a new database at `path`, in bytes, where SQLite's own 4,096 would be too large.
    static func smallPageSize(on path: String) -> Int? {
        guard let disk = status(of: path), disk.capacity < tinyDisk else { return nil }
        return 1024
    }

    /// Fills the reserve, if that leaves half as much again free for others; otherwise it stays short.
    ///
    /// A full reserve is left alone, so that frequent calls cost nothing.
    func fill() {
        state.withLock { state in
            guard state.held == 0 || state.isShort else { return }
            guard let disk = Self.status(of: database) else { return }
            let goal = Self.goal(capacity: disk.capacity, database: DatabaseFile.size(of: database))
            let present = DatabaseFile.size(of: path)
            if present >= goal {
                state = State(held: present, whole: goal)
            } else if disk.free >= goal - present + goal / 2, Self.allocate(goal, at: path, keeping: present) {
                state = State(held: goal, whole: goal)
            } else {
                state = State(held: present, whole: goal, isShort: true)
            }
        }
    }

    /// Releases a 16th of the whole reserve, or 32 KiB if that is more; false when nothing is left.
    ///
    /// In small steps, because other programs writing to the disk take the space that they find. From then on the disk
    /// counts as full.
    func giveBack() -> Bool {
        state.withLock { state in
            state.isShort = true
            let present = DatabaseFile.size(of: path)
            guard present > 0 else { return false }
            let step = max(state.whole / 16 / 4096 * 4096, Self.least)
            let rest = max(present - step, 0)
            guard Self.cut(path, to: rest) else { return false }
            state.held = rest
            return true
        }
    }

    /// The size of the file system under `path`, and its free space for ordinary users; in bytes.
    private static func status(of path: String) -> (capacity: Int64, free: Int64)? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        let block = Int64(clamping: status.f_frsize)
        func bytes(_ blocks: UInt64) -> Int64 {
            let (bytes, overflow) = Int64(clamping: blocks).multipliedReportingOverflow(by: block)
            return overflow ? .max : bytes
        }
        return (bytes(UInt64(status.f_blocks)), bytes(UInt64(status.f_bavail)))
    }

    /// Resizes the file, with real blocks under it; keeps its size where there is no room.
    private static func allocate(_ size: Int64, at path: String, keeping present: Int64) -> Bool {
        guard let descriptor = openOwn(path, O_CREAT) else { return false }
        defer { _ = close(descriptor) }
        guard posix_fallocate(descriptor, 0, off_t(size)) == 0 else {
            _ = ftruncate(descriptor, off_t(present))
            return false
        }
        return true
    }

    private static func cut(_ path: String, to size: Int64) -> Bool {
        guard let descriptor = openOwn(path, 0) else { return false }
        defer { _ = close(descriptor) }
        return ftruncate(descriptor, off_t(size)) == 0
    }

    /// Opens the relay's own reserve, and never a file that somebody else has put or linked in its place.
    private static func openOwn(_ path: String, _ flags: CInt) -> CInt? {
        let descriptor = unsafe open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else { return nil }
        guard FileProtection.isOwn(descriptor) else {
            _ = close(descriptor)
            return nil
        }
        return descriptor
    }
}
