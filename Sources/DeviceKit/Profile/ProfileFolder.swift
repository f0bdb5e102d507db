import AlarmWire

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Keeps a profile in a folder that only its owner can enter: `profile.json`, replaced whole, and a lock.
///
/// Several processes may share a folder, such as one that listens and one that sends: every change starts from the
/// stored state, under the lock. Otherwise the count of sealed messages and the keys of a pair would diverge.
public final class ProfileFolder: ProfileStore {
    /// The largest file that is read.
    private static let largest = 32 << 20

    /// The folder.
    public let path: String
    private let lock: Int32

    /// The file of the profile.
    public var file: String { path + "/profile.json" }

    /// Opens a folder, and makes it if need be.
    ///
    /// - Throws: ``ProfileError/exposed(path:mode:)`` when others can enter it,
    ///   ``ProfileError/inputOutput(path:reason:)``.
    public init(_ path: String) throws(ProfileError) {
        self.path = path
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure(path) }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw Self.failure(path) }
        // The mode is not corrected here: others may have good reasons to enter the folder.
        try Self.requirePrivate(path, status)
        let lockPath = path + "/lock"
        let descriptor = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(lockPath) }
        lock = descriptor
    }

    deinit {
        close(lock)
    }

    /// Runs `body` while no other process changes the profile; waits for one that does, which takes milliseconds.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Self.failure(path + "/lock") }
        }
        defer { flock(lock, LOCK_UN) }
        return try body()
    }

    /// Reads the profile; nil when there is none yet.
    ///
    /// - Throws: ``ProfileError/exposed(path:mode:)`` when others may read the file, and any other fault of it.
    public func load() throws(ProfileError) -> Profile? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Self.failure(file) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(file) }
        try Self.requirePrivate(file, status)
        guard (0...Int64(Self.largest)).contains(Int64(status.st_size)) else {
            throw .inputOutput(path: file, reason: "larger than \(Self.largest) bytes, and so no profile")
        }
        let text = try read(descriptor, count: Int(status.st_size))
        do {
            return try Profile(parsing: text)
        } catch {
            guard case .damaged(let fault, _) = error else { throw error }
            throw .damaged(fault, path: file)
        }
    }

    /// Writes the profile beside the former one, syncs it, and only then renames it.
    ///
    /// - Throws: ``ProfileError/unreadableAgain(_:)`` for a profile that could not be read again; it is not stored.
    public func save(_ profile: Profile) throws(ProfileError) {
        let text = profile.wire
        try Self.requireReadable(text, as: profile)
        let draft = file + ".new"
        // A draft left by a crash would make O_EXCL fail.
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(draft) }
        do throws(ProfileError) {
            try write(text, to: descriptor)
            guard fsync(descriptor) == 0 else { throw Self.failure(draft) }
        } catch {
            close(descriptor)
            unsafe unlink(draft)
            throw error
        }
        guard close(descriptor) == 0, unsafe rename(draft, file) == 0 else {
            let error = Self.failure(file)
            unsafe unlink(draft)
            throw error
        }
        try syncFolder()
    }

    private static func requireReadable(_ text: [UInt8], as profile: Profile) throws(ProfileError) {
        let copy: Profile
        do {
            copy = try Profile(parsing: text)
        } catch {
            guard case .damaged(let fault, _) = error else { throw error }
            throw .unreadableAgain(fault)
        }
        let known = Set(profile.unreadable.map(\.content))
        if let fresh = copy.unreadable.first(where: { !known.contains($0.content) }) {
            throw .unreadableAgain(fresh.error)
        }
    }

    private func read(_ descriptor: Int32, count: Int) throws(ProfileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let step = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(filled))
            }
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else { throw Self.failure(file) }
            guard step > 0 else { break }
            filled += step
        }
        return Array(bytes[..<filled])
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws(ProfileError) {
        var written = 0
        while written < bytes.count {
            let step = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor,
                    buffer.baseAddress?.advanced(by: written),
                    buffer.count - written,
                    off_t(written)
                )
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { throw Self.failure(file) }
            written += step
        }
    }

    /// Syncs the new name to disk: it belongs to its folder.
    private func syncFolder() throws(ProfileError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static func requirePrivate(_ path: String, _ status: stat) throws(ProfileError) {
        guard status.st_mode & 0o077 == 0 else { throw .exposed(path: path, mode: UInt32(status.st_mode & 0o777)) }
    }

    private static func failure(_ path: String) -> ProfileError {
        let number = errno
        return .inputOutput(path: path, reason: unsafe String(cString: strerror(number)))
    }
}
