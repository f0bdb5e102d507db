internal import AlarmCore
internal import Storage

private let deviceKeys = Statement("SELECT id, sealed_key FROM device WHERE id > $1 ORDER BY id LIMIT $2")
private let deviceAddresses = Statement(
    "SELECT id, address_sealed FROM device WHERE id > $1 AND address_sealed IS NOT NULL ORDER BY id LIMIT $2"
)
private let answers = Statement(
    "SELECT device, jti, body FROM replay WHERE (device, jti) > ($1, $2) ORDER BY device, jti LIMIT $3"
)
private let bodies = Statement(
    "SELECT kind, id, body FROM document WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT $3"
)
private let values = Statement(
    "SELECT key, value FROM value WHERE key > $1 AND starts_with(key, $2) ORDER BY key LIMIT $3"
)
private let replaceDeviceKey = Statement("UPDATE device SET sealed_key = $1 WHERE id = $2 AND sealed_key = $3")
private let replaceDeviceAddress = Statement(
    "UPDATE device SET address_sealed = $1 WHERE id = $2 AND address_sealed = $3"
)
private let replaceAnswer = Statement("UPDATE replay SET body = $1 WHERE device = $2 AND jti = $3 AND body = $4")
private let replaceBody = Statement("UPDATE document SET body = $1 WHERE kind = $2 AND id = $3 AND body = $4")
private let replaceValue = Statement("UPDATE value SET value = $1 WHERE key = $2 AND value = $3")

extension PostgresSnapshot {
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

extension PostgresTransaction {
    func replace(_ value: SealedValue, with sealed: [UInt8]) throws -> Bool {
        let (statement, key): (Statement, [any Column]) =
            switch value.place {
            case .deviceKey(let id): (replaceDeviceKey, [id])
            case .deviceAddress(let id): (replaceDeviceAddress, [id])
            case .answer(let device, let jti): (replaceAnswer, [device, jti])
            case .document(let kind, let id): (replaceBody, [kind, id])
            case .value(let key): (replaceValue, [key])
            }
        rows.forgetAll()
        return try session.count(statement, [sealed] + key + [value.bytes]) > 0
    }
}

extension SealedValue.Place? {
    /// What the key of a column's row behind this place is greater than; without a place, every key is.
    fileprivate func columns(of column: SealedColumn) -> [any Column] {
        switch (self, column) {
        case (.deviceKey(let id)?, .deviceKey), (.deviceAddress(let id)?, .deviceAddress): [id]
        case (.answer(let device, let jti)?, .answer): [device, jti]
        case (.document(let kind, let id)?, .document): [kind, id]
        case (.value(let key)?, .value): [key]
        case (_, .deviceKey), (_, .deviceAddress): [DeviceID.lowest]
        case (_, .answer): [DeviceID.lowest, [UInt8]()]
        case (_, .document): ["", DocumentID.lowest]
        case (_, .value(let prefix)): [prefix.isEmpty ? "" : String(prefix.dropLast())]
        }
    }
}
