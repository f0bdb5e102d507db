#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A small file that only its owner may read, written whole or not at all.
struct SecretFile {
    private static let largest = 64 * 1024

    /// What the names of drafts end with, behind the file's name and a number.
    static let draftEnding = ".new"

    let path: String

    /// The file's bytes.
    ///
    /// Mode and type are read from the open file rather than from the path, which could be another file by then.
    ///
    /// - Parameter forbidden: the permission bits that must not be set.
    /// - Returns: at most 64 KiB.
    /// - Throws: `KeyringError.tooPermissive`, `.missingFile`, `.notAKeyringFile`, `.inputOutput`.
    func read(refusing forbidden: UInt32) throws(KeyringError) -> [UInt8] {
        // Without O_NONBLOCK, opening a FIFO would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missingFile(path: path) : systemError() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw systemError() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else {
            throw .notAKeyringFile(path: path)
        }
        let mode = UInt32(status.st_mode & 0o7777)
        guard mode & forbidden == 0 else { throw .tooPermissive(path: path, mode: mode) }
        var buffer = [UInt8](repeating: 0, count: Self.largest + 1)
        defer { buffer.wipe() }
        var filled = 0
        while filled < buffer.count {
            let count = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(filled))
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw systemError() }
            guard count > 0 else { break }
            filled += count
        }
        guard filled <= Self.largest else { throw .notAKeyringFile(path: path) }
        return Array(buffer[..<filled])
    }

    /// Writes a file of mode 0600 beside the path, syncs it, and only then renames it.
    func write(_ bytes: [UInt8], replacing: Bool) throws(KeyringError) {
        var bytes = bytes
        defer { bytes.wipe() }
        var generator = SecureRandom()
        let draft = "\(path).\(generator.next() as UInt64)\(Self.draftEnding)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw systemError() }
        defer { unlink(draft) }
        do throws(KeyringError) {
            try writeAll(bytes, to: descriptor)
            // The mode given to `open` is reduced by the umask.
            guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else { throw systemError() }
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw systemError() }
        // A rename replaces an existing file; a link refuses to, in one step.
        guard (replacing ? rename(draft, path) : link(draft, path)) == 0 else {
            throw errno == EEXIST ? .fileExists(path: path) : systemError()
        }
        try syncDirectory()
    }

    private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(KeyringError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written, off_t(written))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw systemError() }
            written += count
        }
    }

    /// Syncs the new name to disk: it belongs to its directory.
    private func syncDirectory() throws(KeyringError) {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw systemError() }
    }

    private func systemError() -> KeyringError {
        .inputOutput(path: path, reason: String(cString: strerror(errno)))
    }
}
