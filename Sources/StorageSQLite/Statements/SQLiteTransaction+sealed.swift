internal import AlarmCore
internal import Storage

private let deviceKeys = "SELECT id, sealed_key FROM device WHERE id > ? ORDER BY id LIMIT ?"
private let deviceAddresses = """
    SELECT id, address_sealed FROM device WHERE id > ? AND address_sealed IS NOT NULL ORDER BY id LIMIT ?
    """
private let answers = """
    SELECT device, jti, body FROM replay WHERE (device, jti) > (?, ?) ORDER BY device, jti LIMIT ?
    """
private let bodies = "SELECT kind, id, body FROM document WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?"
private let values = """
    SELECT key, value FROM value WHERE key > ? AND substr(key, 1, length(?2)) = ?2 ORDER BY key LIMIT ?3
    """
private let replaceDeviceKey = "UPDATE device SET sealed_key = ? WHERE id = ? AND sealed_key = ?"
private let replaceDeviceAddress = "UPDATE device SET address_sealed = ? WHERE id = ? AND address_sealed = ?"
private let replaceAnswer = "UPDATE replay SET body = ? WHERE device = ? AND jti = ? AND body = ?"
private let replaceBody = "UPDATE document SET body = ? WHERE kind = ? AND id = ? AND body = ?"
private let replaceValue = "UPDATE value SET value = ? WHERE key = ? AND value = ?"

extension SQLiteSnapshot {
    func sealedValues(_ column: SealedColumn, after: SealedValue.Place?, limit: Int) throws -> [SealedValue] {
        let start = after.columns(of: column)
        let limit = max(limit, 0)
        switch column {
        case .deviceKey:
            return try session.all(deviceKeys, start + [limit]) {
                try SealedValue(place: .deviceKey($0.next()), bytes: $0.next())
            }
        case .deviceAddress:
            return try session.all(deviceAddresses, start + [limit]) {
                try SealedValue(place: .deviceAddress($0.next()), bytes: $0.next())
            }
        case .answer:
            return try session.all(answers, start + [limit]) {
                try SealedValue(place: .answer($0.next(), jti: $0.next()), bytes: $0.next())
            }
        case .document:
            return try session.all(bodies, start + [limit]) {
                try SealedValue(place: .document($0.next(), $0.next()), bytes: $0.next())
            }
        case .value(let prefix):
            return try session.all(values, start + [prefix, limit]) {
                try SealedValue(place: .value($0.next()), bytes: $0.next())
            }
        }
    }
}

extension SQLiteTransaction {
    func replace(_ value: SealedValue, with sealed: [UInt8]) throws -> Bool {
        switch value.place {
        case .deviceKey(let id): try replace(replaceDeviceKey, of: id, value.bytes, with: sealed)
        case .deviceAddress(let id): try replace(replaceDeviceAddress, of: id, value.bytes, with: sealed)
        case .answer(let device, let jti): try session.run(replaceAnswer, [sealed, device, jti, value.bytes]) > 0
        case .document(let kind, let id): try session.run(replaceBody, [sealed, kind, id, value.bytes]) > 0
        case .value(let key): try session.run(replaceValue, [sealed, key, value.bytes]) > 0
        }
    }
}

extension SealedValue.Place? {
    /// What the key of a column's row behind this place is greater than; without a place, every key is: none is empty.
    fileprivate func columns(of column: SealedColumn) -> [any Column] {
        switch (self, column) {
        case (.deviceKey(let id)?, .deviceKey), (.deviceAddress(let id)?, .deviceAddress): [id]
        case (.answer(let device, let jti)?, .answer): [device, jti]
        case (.document(let kind, let id)?, .document): [kind, id]
        case (.value(let key)?, .value): [key]
        case (_, .deviceKey), (_, .deviceAddress): [[UInt8]()]
        case (_, .answer): [[UInt8](), [UInt8]()]
        case (_, .document): ["", [UInt8]()]
        case (_, .value(let prefix)): [prefix.isEmpty ? "" : String(prefix.dropLast())]
        }
    }
}
