internal import Storage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The file of a database, before SQLite opens it.
enum DatabaseFile {
    /// Makes an empty file that only its owner can read, unless there is one; SQLite gives its log the same mode.
    ///
    /// One that exists is never opened here: closing any descriptor of a file drops all of the process's POSIX locks on it,
    /// SQLite's included.
    ///
    /// - Throws: ``StoreError/readOnly(path:)``, ``StoreError/cannotOpen(path:detail:)``.
    static func prepare(_ path: String) throws(StoreError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            _ = close(descriptor)
            try syncFolder(of: path)
            return
        }
        let reason = errno
        guard reason == EEXIST else { throw StoreError(errno: reason, path: path) }
        guard unsafe access(path, R_OK | W_OK) == 0 else { throw StoreError(errno: errno, path: path) }
    }

    /// The size of a file in bytes; 0 where there is none.
    static func size(of path: String) -> Int64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Whether there is a file at a path, a dangling link included.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Gives a file that root has made beside a database to the folder's owner, as whom the relay runs.
    static func giveToFolderOwner(_ path: String) throws(StoreError) {
        guard geteuid() == 0 else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var status = stat()
        guard unsafe stat(folder, &status) == 0, unsafe lchown(path, status.st_uid, status.st_gid) == 0 else {
            throw StoreError(errno: errno, path: path)
        }
    }

    /// Syncs a file that nobody has open: closing a descriptor drops all of the process's locks on it.
    static func sync(_ path: String) throws(StoreError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, path: path) }
    }

    /// Syncs the folder, so that the new file's name is durable.
    static func syncFolder(of path: String) throws(StoreError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, path: path) }
    }
}

extension StoreError {
    /// Translates an operating system's error on opening a database.
    init(errno: CInt, path: String) {
        self =
            switch errno {
            case EACCES, EPERM, EROFS: .readOnly(path: path)
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen(path: path, detail: unsafe String(cString: strerror(errno)))
            }
    }
}
