internal import AlarmCore
internal import Storage

private let devicesByID = Statement("SELECT \(Device.columnNames) FROM device WHERE id = ANY ($1)")
private let devicesOfPersons = Statement(
    "SELECT \(Device.columnNames) FROM device WHERE person = ANY ($1) ORDER BY person, since, number"
)
private let pairsByID = Statement("SELECT \(Pair.columnNames) FROM pair WHERE id = ANY ($1)")
private let edgesByHash = Statement("SELECT \(Edge.columnNames) FROM edge WHERE token_hash = ANY ($1)")
private let alarmsByID = Statement("SELECT \(AlarmRow.columnNames) FROM alarm WHERE id = ANY ($1)")
private let alarmsByKey = Statement("SELECT \(AlarmRow.columnNames) FROM alarm WHERE key = ANY ($1)")
// Ordered by a term of its own, as for one circle.
private let liveOfCircles = Statement(
    "SELECT \(AlarmRow.columnNames) FROM alarm WHERE live AND circle = ANY ($1) ORDER BY key + 0"
)
private let deliveriesByID = Statement(
    """
    SELECT \(DeliveryRow.columnNames.of("delivery")) FROM unnest($1::bigint[], $2::uuid[]) AS wanted (alarm, id)
    JOIN delivery ON delivery.alarm = wanted.alarm AND delivery.id = wanted.id
    """
)
private let deliveriesOfAlarms = Statement(
    "SELECT \(DeliveryRow.columnNames) FROM delivery WHERE alarm = ANY ($1) ORDER BY created_at, number"
)
private let documentsByID = Statement(
    """
    SELECT \(Document.columnNames.of("document")) FROM unnest($1::text[], $2::uuid[]) AS wanted (kind, id)
    JOIN document ON document.kind = wanted.kind AND document.id = wanted.id
    """
)
private let documentsOfOwners = Statement(
    """
    SELECT \(Document.columnNames.of("document")) FROM unnest($1::text[], $2::uuid[]) AS wanted (kind, owner)
    JOIN document ON document.owner = wanted.owner AND document.kind = wanted.kind
    ORDER BY document.position, document.id
    """
)
private let documentsInCircles = Statement(
    """
    SELECT \(Document.columnNames.of("document")) FROM unnest($1::text[], $2::uuid[]) AS wanted (kind, circle)
    JOIN document ON document.circle = wanted.circle AND document.kind = wanted.kind
    ORDER BY document.position, document.id
    """
)
private let valuesByKey = Statement("SELECT key, value FROM value WHERE key = ANY ($1)")

extension PostgresSnapshot {
    /// One query for all rows of each kind; the few others are made one by one.
    func rowLookups(for wanted: [Prefetch]) -> [Lookup] {
        var names = PrefetchNames()
        var single: [Lookup] = []
        for row in wanted where !names.take(row) {
            if let lookup = lookup(for: row) { single.append(lookup) }
        }
        return deviceLookups(names) + alarmLookups(names) + documentLookups(names) + single
    }

    private func deviceLookups(_ names: PrefetchNames) -> [Lookup] {
        var lookups: [Lookup?] = []
        lookups.append(
            lookup(devicesByID, names.devices, Device.init(reading:)) { [self] found in
                for id in names.devices { rows.devices[id] = .some(nil) }
                for device in found { rows.keep(device) }
            }
        )
        lookups.append(
            lookup(devicesOfPersons, names.households, Device.init(reading:)) { [self] found in
                let devices = Dictionary(grouping: found, by: \.person)
                for person in names.households { rows.keep(devices[person] ?? [], of: person) }
            }
        )
        lookups.append(
            lookup(pairsByID, names.pairs, Pair.init(reading:)) { [self] found in
                for id in names.pairs { rows.pairs[id] = .some(nil) }
                for pair in found { rows.keep(pair) }
            }
        )
        lookups.append(
            lookup(edgesByHash, names.edges, Edge.init(reading:)) { [self] found in
                for hash in names.edges { rows.edges[hash] = .some(nil) }
                for edge in found { rows.keep(edge) }
            }
        )
        return lookups.compactMap(\.self)
    }

    private func alarmLookups(_ names: PrefetchNames) -> [Lookup] {
        var lookups: [Lookup?] = []
        lookups.append(
            lookup(alarmsByID, names.alarms, AlarmRow.init(reading:)) { [self] found in
                for id in names.alarms { rows.alarmKeys[id] = .some(nil) }
                for row in found { rows.keep(row) }
            }
        )
        lookups.append(
            lookup(alarmsByKey, names.keys, AlarmRow.init(reading:)) { [self] found in
                for key in names.keys { rows.alarms[key] = .some(nil) }
                for row in found { rows.keep(row) }
            }
        )
        lookups.append(
            lookup(liveOfCircles, names.liveAlarms, AlarmRow.init(reading:)) { [self] found in
                let alarms = Dictionary(grouping: found, by: \.circle)
                for circle in names.liveAlarms { rows.keep(alarms[circle] ?? [], of: circle) }
            }
        )
        lookups.append(
            lookup(deliveriesByID, pairs: names.deliveries, DeliveryRow.init(reading:)) { [self] found in
                for (alarm, id) in names.deliveries { rows.deliveries[alarm, default: [:]][id] = .some(nil) }
                for row in found { rows.keep(row) }
            }
        )
        lookups.append(
            lookup(deliveriesOfAlarms, names.outboxes, DeliveryRow.init(reading:)) { [self] found in
                let deliveries = Dictionary(grouping: found, by: \.alarm)
                for alarm in names.outboxes { rows.keep(deliveries[alarm] ?? [], of: alarm) }
            }
        )
        return lookups.compactMap(\.self)
    }

    private func documentLookups(_ names: PrefetchNames) -> [Lookup] {
        var lookups: [Lookup?] = []
        lookups.append(
            lookup(documentsByID, pairs: names.documents, Document.init(reading:)) { [self] found in
                for (kind, id) in names.documents { rows.documents[kind, default: [:]][id] = .some(nil) }
                for document in found { rows.keep(document) }
            }
        )
        lookups.append(
            lookup(documentsOfOwners, pairs: names.owned, Document.init(reading:)) { [self] found in
                let documents = Dictionary(grouping: found) { DocumentList(kind: $0.kind, whole: $0.owner) }
                for (kind, owner) in names.owned {
                    rows.keep(documents[DocumentList(kind: kind, whole: owner)] ?? [], kind, of: owner)
                }
            }
        )
        lookups.append(
            lookup(documentsInCircles, pairs: names.concerning, Document.init(reading:)) { [self] found in
                let documents = Dictionary(grouping: found) { DocumentList(kind: $0.kind, whole: $0.circle) }
                for (kind, circle) in names.concerning {
                    rows.keep(documents[DocumentList(kind: kind, whole: circle)] ?? [], kind, in: circle)
                }
            }
        )
        lookups.append(
            lookup(valuesByKey, names.values) { reader in
                try (key: reader.next(String.self), value: reader.next([UInt8].self))
            } _: { [self] found in
                for key in names.values { rows.values[key] = .some(nil) }
                for (key, value) in found { rows.values[key] = value }
            }
        )
        return lookups.compactMap(\.self)
    }

    /// A query for something of which few are read ahead.
    private func lookup(for row: Prefetch) -> Lookup? {
        switch row {
        case .load(let circle, let sender, let since):
            Lookup(loadOfCircle, [circle, sender, since], AlarmLoad.init(reading:)) { [self] found in
                rows.loads[circle, default: [:]][row] = found.first
            }
        case .blindIntervals(let limit):
            Lookup(newestBlindIntervals, [max(limit, 0)], BlindInterval.init(reading:)) { [self] found in
                rows.blindIntervals[limit] = found
            }
        case .replay(let device, let jti):
            Lookup(replayByRequest, [device, jti], Replay.init(reading:)) { [self] found in
                rows.replays[device, default: [:]].updateValue(found.first, forKey: jti)
            }
        case .replayCount(let device, let limit):
            Lookup(replaysOfDevice, [device, max(limit, 0)]) { reader in
                try reader.next(Int.self)
            } _: { [self] found in
                rows.replayCounts[device, default: [:]][limit] = found.first
            }
        default: nil
        }
    }

    /// A query by one column, unless there is nothing to look up.
    private func lookup<Name: ArrayElement, Row>(
        _ statement: Statement,
        _ names: [Name],
        _ read: @escaping (inout RowReader) throws -> Row,
        _ keep: @escaping ([Row]) -> Void
    ) -> Lookup? {
        names.isEmpty ? nil : Lookup(statement, [ColumnArray(names)], read, keep)
    }

    /// A query by two columns, unless there is nothing to look up.
    private func lookup<First: ArrayElement, Second: ArrayElement, Row>(
        _ statement: Statement,
        pairs names: [(First, Second)],
        _ read: @escaping (inout RowReader) throws -> Row,
        _ keep: @escaping ([Row]) -> Void
    ) -> Lookup? {
        guard !names.isEmpty else { return nil }
        return Lookup(statement, [ColumnArray(names.map(\.0)), ColumnArray(names.map(\.1))], read, keep)
    }
}
