import AlarmCore

extension MemorySnapshot {
    func sealedValues(_ column: SealedColumn, after: SealedValue.Place?, limit: Int) -> [SealedValue] {
        // A rotation alone asks this: an index that every write had to keep would cost more than the sort.
        let all = tables.sealedValues(column).sorted { $0.place.sortKey.lexicographicallyPrecedes($1.place.sortKey) }
        let first = after.map(\.sortKey)
        return Array(
            all.drop { value in first.map { !$0.lexicographicallyPrecedes(value.place.sortKey) } ?? false }
                .prefix(max(limit, 0))
        )
    }
}

extension MemoryTransaction {
    func replace(_ value: SealedValue, with sealed: [UInt8]) -> Bool {
        switch value.place {
        case .deviceKey(let id):
            return replaceDevice(id, where: { $0.sealedKey == value.bytes }) { $0.sealedKey = sealed }
        case .deviceAddress(let id):
            return replaceDevice(id, where: { $0.address?.sealed == value.bytes }) { $0.address?.sealed = sealed }
        case .answer(let device, let jti):
            let name = ReplayKey(device: device, jti: jti)
            guard var row = tables.replays[name], row.body == value.bytes else { return false }
            row.body = sealed
            make(.replay(name, row))
        case .document(let kind, let id):
            let name = DocumentKey(kind: kind, id: id)
            guard var row = tables.documents[name], row.body == value.bytes else { return false }
            row.body = sealed
            make(.document(name, row))
        case .value(let key):
            guard let row = tables.values[key], row.bytes == value.bytes else { return false }
            make(.value(key, StoredValue(bytes: sealed, end: row.end)))
        }
        return true
    }

    private func replaceDevice(
        _ id: DeviceID,
        where isSame: (Device) -> Bool,
        _ change: (inout Device) -> Void
    ) -> Bool {
        guard let number = tables.devices.number(of: id), var row = tables.devices[number], isSame(row) else {
            return false
        }
        change(&row)
        make(.device(number, row))
        return true
    }
}

extension Tables {
    /// The values of a sealed column, in no order.
    fileprivate func sealedValues(_ column: SealedColumn) -> [SealedValue] {
        switch column {
        case .deviceKey:
            devices.all.values.map { SealedValue(place: .deviceKey($0.id), bytes: $0.sealedKey) }
        case .deviceAddress:
            devices.all.values.compactMap { device in
                device.address.map { SealedValue(place: .deviceAddress(device.id), bytes: $0.sealed) }
            }
        case .answer:
            replays.map { SealedValue(place: .answer($0.device, jti: $0.jti), bytes: $1.body) }
        case .document:
            documents.map { SealedValue(place: .document($0.kind, $0.id), bytes: $1.body) }
        case .value(let prefix):
            values.filter { $0.key.hasPrefix(prefix) }.map { SealedValue(place: .value($0), bytes: $1.bytes) }
        }
    }
}

extension SealedValue.Place {
    /// Bytes by whose order the places of a column are walked.
    fileprivate var sortKey: [UInt8] {
        switch self {
        case .deviceKey(let id), .deviceAddress(let id): id.bytes
        case .answer(let device, let jti): device.bytes + jti
        case .document(let kind, let id): Array(kind.rawValue.utf8) + [0] + id.bytes
        case .value(let key): Array(key.utf8)
        }
    }
}
