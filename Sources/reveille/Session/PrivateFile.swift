import Foundation

/// A file for its owner's eyes alone, written at once or not at all.
struct PrivateFile {
    /// The path as the user gave it.
    let path: String
    /// Whether a file that is there already may be replaced.
    let replaces: Bool

    /// Fails where the file may not be written because there is one, before anything is done for it.
    func check() throws(CommandFailure) {
        // A symbolic link that leads nowhere is a file too.
        guard replaces || (try? FileManager.default.attributesOfItem(atPath: path)) == nil else { throw exists }
    }

    /// Writes the file: under another name first, so that nobody finds half of it.
    func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
        let draft = "\(path).\(UUID().uuidString).partial"
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        defer { unlink(draft) }
        do {
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
        } catch {
            throw CommandFailure("\(path) could not be written: \(error.localizedDescription)")
        }
        if replaces {
            guard rename(draft, path) == 0 else { throw unwritable(errno) }
        } else if link(draft, path) != 0 {
            // Unlike a renamed file, a linked one never takes the place of another.
            throw errno == EEXIST ? exists : unwritable(errno)
        }
    }

    private var exists: CommandFailure {
        CommandFailure("\(path) is there already, and was left as it is. Replace it with --replace.")
    }

    private func unwritable(_ code: Int32) -> CommandFailure {
        CommandFailure("\(path) could not be written: \(String(cString: strerror(code)))")
    }
}
