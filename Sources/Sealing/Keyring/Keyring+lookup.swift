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
