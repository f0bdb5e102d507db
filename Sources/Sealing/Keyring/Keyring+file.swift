public import AlarmCore

extension Keyring {
    /// The mechanism that keeps others from reading the keyring's file.
    public enum FileProtection: Sendable {
        /// The file's mode only: 0600 or 0400.
        case ownerOnly
        /// The service manager: a systemd credential's access list shows as permission bits of the group, so these are
        /// allowed; other users must still have none.
        case serviceManager
    }

    /// Reads the keyring at `path`.
    ///
    /// - Throws: `KeyringError.tooPermissive`, `.missingFile`, `.notAKeyringFile`, `.inputOutput`, `.malformed`.
    public static func load(
        from path: String,
        protection: FileProtection = .ownerOnly
    ) throws(KeyringError) -> Keyring {
        let forbidden: UInt32 = protection == .ownerOnly ? 0o077 : 0o007
        var bytes = try SecretFile(path: path).read(refusing: forbidden)
        defer { bytes.wipe() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed(line: 0, reason: "it is not UTF-8 text")
        }
        return try Keyring(parsing: text)
    }

    /// Reads the keyring at `path`, or makes one there if there is none.
    ///
    /// Of two processes that start at once, one makes the file and the other reads it.
    ///
    /// - Returns: the keyring, and whether it is new.
    /// - Throws: as `load` and `create` do.
    public static func loadOrCreate(at path: String, now: Instant) throws(KeyringError) -> (Keyring, isNew: Bool) {
        do {
            return (try load(from: path), isNew: false)
        } catch KeyringError.missingFile {
            let keyring = try generate(at: now)
            do {
                try keyring.create(at: path)
                return (keyring, isNew: true)
            } catch KeyringError.fileExists {
                return (try load(from: path), isNew: false)
            }
        }
    }

    /// Writes a new file of mode 0600, atomically: it is complete and on disk when this returns.
    ///
    /// - Throws: `KeyringError.fileExists`, `.inputOutput`.
    public func create(at path: String) throws(KeyringError) {
        try SecretFile(path: path).write(Array(text.utf8), replacing: false)
    }

    /// Whether a file of the keyring's folder is a draft that a process left there which was killed while it wrote.
    ///
    /// A draft holds keys like the keyring at `path` itself.
    public static func isDraft(_ name: String, ofKeyringAt path: String) -> Bool {
        let keyring = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasPrefix(keyring + ".") && name.hasSuffix(SecretFile.draftEnding)
            && name.dropFirst(keyring.count + 1).dropLast(SecretFile.draftEnding.count).allSatisfy(\.isNumber)
    }

    /// Replaces the keyring at `path` with this one, as after a rotation; a crash leaves the old or the new one.
    ///
    /// - Throws: `KeyringError.inputOutput`.
    public func replace(at path: String) throws(KeyringError) {
        try SecretFile(path: path).write(Array(text.utf8), replacing: true)
    }
}
