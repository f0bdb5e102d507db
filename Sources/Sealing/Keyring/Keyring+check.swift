extension Keyring {
    /// Sixteen bytes that are kept in the database and tell the right key of an id from a wrong one, without revealing
    /// it.
    ///
    /// - Throws: `KeyringError.missingKey`, `.sealing`.
    public func checkValue(for id: KeyID) throws(KeyringError) -> [UInt8] {
        try Self.checkValue(of: entry(id).key)
    }

    /// Sixteen bytes that tell the right lookup key from a wrong one.
    ///
    /// - Throws: `KeyringError.sealing`.
    public func lookupCheckValue() throws(KeyringError) -> [UInt8] {
        try Self.checkValue(of: lookupKey)
    }

    /// Refuses a keyring that lacks key `id`, or whose key of that id does not match `checkValue`.
    ///
    /// - Throws: `KeyringError.missingKey`, `.wrongKey`, `.sealing`.
    public func verify(checkValue: [UInt8], for id: KeyID) throws(KeyringError) {
        guard try ConstantTime.equal(self.checkValue(for: id), checkValue) else { throw .wrongKey(id) }
    }

    /// Refuses a keyring whose lookup key does not match `checkValue`.
    ///
    /// - Throws: `KeyringError.wrongLookupKey`, `.sealing`.
    public func verify(lookupCheckValue checkValue: [UInt8]) throws(KeyringError) {
        guard try ConstantTime.equal(lookupCheckValue(), checkValue) else { throw .wrongLookupKey }
    }

    private static func checkValue(of key: SymmetricKey) throws(KeyringError) -> [UInt8] {
        do {
            return try HKDF.expand(key.secret, label: "reveille keyring check", count: 16).revealed()
        } catch {
            throw .sealing(error)
        }
    }
}
