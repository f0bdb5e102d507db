import AlarmCore
package import Sealing
package import Storage

extension Vault {
    /// The prefix of the names under which provider tokens are stored.
    package static let providerTokenPrefix = "apns provider token "

    /// Every column that the vault seals, for a rotation of keys.
    package static let sealedColumns: [SealedColumn] = [
        .deviceKey, .deviceAddress, .document, .answer, .value(prefix: providerTokenPrefix),
    ]

    /// Seals a value anew under the keyring's active key, bound to its place; nil where that key sealed it already.
    ///
    /// - Throws: `KeyringError.missingKey`, `.malformedSealedBytes`, `.cannotOpen`, `.sealing`.
    package func rewrap(_ value: SealedValue) throws(KeyringError) -> [UInt8]? {
        // A link has no content, and so nothing that is sealed.
        guard !value.bytes.isEmpty else { return nil }
        let (table, column, row) = Self.seal(of: value.place)
        return try keyring.rewrap(value.bytes, table: table, column: column, rowID: row)
    }

    /// Checks that a key of the keyring opens a sealed value in its place.
    ///
    /// - Throws: `KeyringError.missingKey`, `.malformedSealedBytes`, `.cannotOpen`, `.sealing`.
    package func check(_ value: SealedValue) throws(KeyringError) {
        guard !value.bytes.isEmpty else { return }
        let (table, column, row) = Self.seal(of: value.place)
        try keyring.check(value.bytes, table: table, column: column, rowID: row)
    }

    /// The place to which a value's seal is bound.
    private static func seal(of place: SealedValue.Place) -> (table: String, column: String, row: [UInt8]) {
        switch place {
        case .deviceKey(let id): ("device", "key", id.bytes)
        case .deviceAddress(let id): ("device", "address", id.bytes)
        case .answer(let device, let jti): ("replay", "body", device.bytes + jti)
        case .document(let kind, let id): ("document", kind.rawValue, id.bytes)
        case .value(let key):
            ("value", "provider token", Array(key.utf8.dropFirst(providerTokenPrefix.utf8.count)))
        }
    }
}
