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
        switch value.place {
        case .deviceKey(let id):
            try keyring.rewrap(value.bytes, table: "device", column: "key", rowID: id.bytes)
        case .deviceAddress(let id):
            try keyring.rewrap(value.bytes, table: "device", column: "address", rowID: id.bytes)
        case .answer(let device, let jti):
            try keyring.rewrap(value.bytes, table: "replay", column: "body", rowID: device.bytes + jti)
        case .document(let kind, let id):
            try keyring.rewrap(value.bytes, table: "document", column: kind.rawValue, rowID: id.bytes)
        case .value(let key):
            try keyring.rewrap(
                value.bytes,
                table: "value",
                column: "provider token",
                rowID: Array(key.utf8.dropFirst(Self.providerTokenPrefix.utf8.count))
            )
        }
    }
}
