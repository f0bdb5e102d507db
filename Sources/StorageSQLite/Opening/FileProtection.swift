internal import Storage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Checks who else can reach a database, before anything is opened.
///
/// Whoever may write the folder can put a link in the place of a file that the relay makes there, so that the relay
/// would write into the link's target; whoever may read the database learns who is paired with whom.
enum FileProtection {
    /// What SQLite and the relay put beside a database.
    private static let companions = ["-wal", "-shm", "-journal", "-lock", "-reserve"]

    /// Checks the folder of the database at `path`, the database, and what lies beside it.
    ///
    /// A missing file is fine. A folder with the sticky bit, as `/tmp`, is as good as a private one, because the files in
    /// it are checked. The database itself may be a link, as to another disk, if its target is as private. A group may
    /// read it, as for backups.
    ///
    /// - Throws: ``StoreError/cannotOpen(path:detail:)`` with the command that mends it.
    static func check(_ path: String) throws(StoreError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else { throw StoreError(errno: errno, path: path) }
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else {
            throw refusal(path, "everybody may write its folder; run: chmod o-w '\(folder)'")
        }
        let owners = geteuid() == 0 ? [0, status.st_uid] : [geteuid()]
        for file in [path] + companions.map({ path + $0 }) {
            // The database itself may be a link, and nothing beside it.
            let flags = file == path ? 0 : AT_SYMLINK_NOFOLLOW
            guard unsafe fstatat(AT_FDCWD, file, &status, flags) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, file == path || status.st_nlink == 1 else {
                throw refusal(path, "'\(file)' is a link or no file; look where it came from, and remove it")
            }
            guard owners.contains(status.st_uid) else {
                throw refusal(path, "'\(file)' belongs to another user; run: chown \(geteuid()) '\(file)'")
            }
            guard status.st_mode & (S_IRWXO | S_IWGRP | S_IXGRP) == 0 else {
                throw refusal(path, "others may read or write '\(file)'; run: chmod 600 '\(file)'")
            }
        }
    }

    /// Whether an open file is an ordinary one without a second name that belongs to this process's user, or to anybody where that is root.
    static func isOwn(_ descriptor: CInt) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
            && (status.st_uid == geteuid() || geteuid() == 0)
    }

    private static func refusal(_ path: String, _ detail: String) -> StoreError {
        .cannotOpen(path: path, detail: detail)
    }
}
