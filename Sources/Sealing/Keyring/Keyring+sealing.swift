extension Keyring {
    /// Seals `plaintext` for one place: key id ‖ IV ‖ ciphertext ‖ tag, 32 bytes longer than the plaintext.
    ///
    /// The place is authenticated, so that a value moved to another row or column does not open.
    ///
    /// - Throws: `KeyringError.sealing`.
    public func seal(
        _ plaintext: [UInt8],
        table: String,
        column: String,
        rowID: [UInt8]
    ) throws(KeyringError) -> [UInt8] {
        let entry = try entry(activeID)
        do {
            let place = try Self.place(table, column, rowID)
            let box = try AESGCM.seal(plaintext, with: entry.key, authenticating: place)
            return entry.id.bytes + box.iv + box.ciphertext + box.tag
        } catch {
            throw .sealing(error)
        }
    }

    /// Opens what was sealed for the same place, under any key of the keyring.
    ///
    /// - Throws: `KeyringError.missingKey`, naming the key that is needed; `.malformedSealedBytes`, `.cannotOpen`,
    ///   `.sealing`.
    public func open(
        _ sealed: [UInt8],
        table: String,
        column: String,
        rowID: [UInt8]
    ) throws(KeyringError) -> [UInt8] {
        let ivStart = KeyID.byteCount
        let textStart = ivStart + AESGCM.ivByteCount
        guard let id = KeyID(prefixOf: sealed), sealed.count >= textStart + AESGCM.tagByteCount else {
            throw .malformedSealedBytes
        }
        let tagStart = sealed.count - AESGCM.tagByteCount
        let entry = try entry(id)
        let box = AESGCM.SealedBox(
            iv: Array(sealed[ivStart..<textStart]),
            ciphertext: Array(sealed[textStart..<tagStart]),
            tag: Array(sealed[tagStart...])
        )
        do {
            return try AESGCM.open(box, with: entry.key, authenticating: Self.place(table, column, rowID))
        } catch SealingError.cannotOpen {
            throw .cannotOpen
        } catch {
            throw .sealing(error)
        }
    }

    /// Checks that bytes open as `open` would open them, and keeps nothing of what they say.
    ///
    /// - Throws: as `open` does.
    public func check(_ sealed: [UInt8], table: String, column: String, rowID: [UInt8]) throws(KeyringError) {
        var plaintext = try open(sealed, table: table, column: column, rowID: rowID)
        plaintext.wipe()
    }

    /// The id of the key under which bytes were sealed, or nil if they are too short.
    public static func keyID(of sealed: [UInt8]) -> KeyID? {
        KeyID(prefixOf: sealed)
    }

    /// Seals again under the active key, or returns nil if that key sealed the bytes already: one step of a rotation.
    ///
    /// - Throws: as `open` and `seal` do.
    public func rewrap(
        _ sealed: [UInt8],
        table: String,
        column: String,
        rowID: [UInt8]
    ) throws(KeyringError) -> [UInt8]? {
        guard Self.keyID(of: sealed) != activeID else { return nil }
        var plaintext = try open(sealed, table: table, column: column, rowID: rowID)
        defer { plaintext.wipe() }
        return try seal(plaintext, table: table, column: column, rowID: rowID)
    }

    /// The associated data: `LP(table) ‖ LP(column) ‖ LP(row id)`, so that no two places give the same bytes.
    private static func place(_ table: String, _ column: String, _ rowID: [UInt8]) throws(SealingError) -> [UInt8] {
        var place: [UInt8] = []
        try place.appendLengthPrefixed(table.utf8)
        try place.appendLengthPrefixed(column.utf8)
        try place.appendLengthPrefixed(rowID)
        return place
    }
}

extension Keyring {
    /// A value by which `bytes` can be found again without being stored: HMAC(lookup key, LP(purpose) ‖ bytes), 32 bytes.
    ///
    /// Values of different purposes cannot be compared. They outlive a rotation, since the lookup key does not rotate.
    ///
    /// - Throws: `KeyringError.sealing`.
    public func lookup(_ bytes: [UInt8], purpose: String) throws(KeyringError) -> [UInt8] {
        do {
            var message: [UInt8] = []
            try message.appendLengthPrefixed(purpose.utf8)
            message += bytes
            return try HMACSHA256.authenticate(message, key: lookupKey.secret)
        } catch {
            throw .sealing(error)
        }
    }
}
