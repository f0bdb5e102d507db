import AlarmCore
import Storage

extension StoreConformance {
    static let readingAhead = [
        Check("Every query answers what it would without, whatever was named before it") { store in
            let rows = try await fill(store)
            let asked = queries(about: rows)
            let plain = try await store.read { snapshot in try asked.map { try answer($0, by: snapshot) } }
            let ahead = try await store.read { snapshot in
                try snapshot.prefetch(asked)
                return try asked.map { try answer($0, by: snapshot) }
            }
            let piecemeal = try await store.write { transaction in
                for query in asked { try transaction.prefetch([query]) }
                return try asked.reversed().map { try answer($0, by: transaction) }
            }
            for (index, query) in asked.enumerated() {
                try expect(ahead[index], is: plain[index], "\(query), read ahead")
                try expect(piecemeal[asked.count - 1 - index], is: plain[index], "\(query), read ahead alone")
            }
        },
        Check("A body that has read everything ahead sees each of its own writes as others will") { store in
            let rows = try await fill(store)
            for (index, write) in writes(about: rows).enumerated() {
                let asked = queries(about: rows)
                let seen = try await store.write { transaction in
                    try transaction.prefetch(asked)
                    try write(transaction)
                    return try asked.map { try answer($0, by: transaction) }
                }
                let stored = try await store.read { snapshot in try asked.map { try answer($0, by: snapshot) } }
                for (query, (seen, stored)) in zip(asked, zip(seen, stored)) {
                    try expect(seen, is: stored, "\(query) after write \(index)")
                }
            }
        },
        Check("What a failed body wrote into rows that were read ahead is not there for the next") { store in
            let rows = try await fill(store)
            let asked = queries(about: rows)
            let before = try await store.read { snapshot in try asked.map { try answer($0, by: snapshot) } }
            struct Undo: Error {}
            for write in writes(about: rows) {
                async let failed: Void = store.write { transaction in
                    try transaction.prefetch(asked)
                    try write(transaction)
                    throw Undo()
                }
                async let after = store.write { transaction in
                    try asked.map { try answer($0, by: transaction) }
                }
                do { try await failed } catch is Undo {}
                try expect(try await after, is: before, "the answers")
            }
        },
    ]

    /// Adds two alarms with what they need, and returns them.
    private static func fill(_ store: any Store) async throws -> [AlarmRow] {
        try await store.write { transaction in
            for number in 1...3 { try transaction.insert(Device.sample(number, person: .sample((number + 1) / 2))) }
            try transaction.insert(Pair.sample(1), edges: Pair.sample(1).sampleEdges)
            let rows = try (1...2).map { try transaction.insert(NewAlarm.sample($0)) }
            for number in 1...3 {
                try transaction.insert(
                    .sample(number, alarm: rows[0].key, createdAt: .sample - .seconds(Int64(number)))
                )
                try transaction.put(
                    Document.sample(number, kind: .watch, circle: .sample(1), position: Int64(10 - number))
                )
            }
            try transaction.put(Document.sample(1))
            try transaction.insert(Replay.sample(1))
            try transaction.setValue([1], for: "first")
            try transaction.insert(BlindInterval(from: .sample, until: .sample + .seconds(1), cause: .ended))
            return rows
        }
    }

    /// Every kind of query, for rows that are there and for rows that are not.
    private static func queries(about rows: [AlarmRow]) -> [Prefetch] {
        let keys = rows.map(\.key) + [AlarmKey(9_999_999)]
        let hashes = Pair.sample(1).sampleEdges.map(\.tokenHash) + [[1]]
        var queries: [Prefetch] = []
        for number in 1...4 {
            queries += [
                .device(.sample(number)), .devices(of: .sample(number)), .pair(.sample(number)),
                .alarm(.sample(number)), .liveAlarms(of: .sample(number)),
                .load(of: .sample(number), from: .sample(1), since: .sample),
                .document(.watch, .sample(number)), .document(.contact, .sample(number)),
                .documents(.watch, of: .sample(number)), .documents(.contact, of: .sample(number)),
                .circleDocuments(.watch, in: .sample(number)), .replay(of: .sample(number), jti: Replay.sample(1).jti),
                .replayCount(of: .sample(number), limit: number), .blindIntervals(limit: number),
            ]
        }
        for hash in hashes { queries.append(.edge(hash)) }
        for key in ["first", "second"] { queries.append(.value(key)) }
        for key in keys {
            queries += [.keyedAlarm(key), .deliveries(of: key)]
            for number in 1...4 { queries.append(.delivery(.sample(number), of: key)) }
        }
        return queries
    }

    /// Writes of every kind that concern what the queries answer.
    private static func writes(about rows: [AlarmRow]) -> [@Sendable (any Transaction) throws -> Void] {
        let key = rows[0].key
        return [
            { try $0.insert(Device.sample(4, person: .sample(1), since: .sample)) },
            { try $0.update(Device.sample(1, address: nil)) },
            { try $0.update(Device.sample(2, person: .sample(2))) },
            { try $0.delete(.sample(3)) },
            { try $0.insert(Pair.sample(2), edges: Pair.sample(2).sampleEdges) },
            { try $0.deleteEdges(of: .sample(1)) },
            { _ = try $0.insert(NewAlarm.sample(3)) },
            { transaction in
                var row = rows[1]
                row.alarm = .sample(2, state: .missed)
                try transaction.update(&row)
            },
            { try $0.updateProgress(of: key, to: [DeviceProgress(device: .sample(2))]) },
            { try $0.insert(.sample(4, alarm: key, createdAt: .sample - .seconds(2))) },
            { try $0.insert(.sample(1, alarm: key, state: .refused)) },
            { try $0.update(DeliveryRow.sample(1, alarm: key, createdAt: .sample - .seconds(1), state: .accepted)) },
            { try $0.supersedeDeliveries(of: key, before: 2) },
            { try $0.put(Document.sample(4, kind: .watch, circle: .sample(1), position: 8)) },
            { try $0.put(Document.sample(1, kind: .watch, circle: .sample(2), position: 3)) },
            { try $0.deleteDocuments(.watch, of: .sample(1), butLast: 3) },
            { try $0.deleteDocuments(.watch, of: .sample(1), before: 8) },
            { try $0.deleteDocument(.watch, id: .sample(4)) },
            { try $0.insert(Replay.sample(2)) },
            { try $0.setValue([2], for: "second") },
            { try $0.setValue(nil, for: "first") },
            { try $0.insert(BlindInterval(from: .sample, until: .sample + .seconds(2), cause: .stopped)) },
            { try $0.blankContents(of: .sample(1)) },
            { _ = try $0.takeOverAll() },
            { try $0.deleteDocuments(of: .sample(1)) },
            { _ = try $0.forget(.sample(1)) },
        ]
    }

    /// The answer to a query that can be read ahead, as text.
    private static func answer(_ query: Prefetch, by snapshot: any Snapshot) throws -> String {
        switch query {
        case .device(let id): String(describing: try snapshot.device(id))
        case .devices(let person): String(describing: try snapshot.devices(of: person))
        case .pair(let id): String(describing: try snapshot.pair(id))
        case .edge(let hash): String(describing: try snapshot.edge(hash))
        case .alarm(let id): String(describing: try snapshot.alarm(id))
        case .keyedAlarm(let key): String(describing: try snapshot.alarm(key: key))
        case .liveAlarms(let circle): String(describing: try snapshot.liveAlarms(of: circle, limit: .max))
        case .load(let circle, let sender, let since):
            String(describing: try snapshot.load(of: circle, from: sender, since: since))
        case .delivery(let id, let alarm): String(describing: try snapshot.delivery(id, of: alarm))
        case .deliveries(let alarm): String(describing: try snapshot.deliveries(of: alarm))
        case .document(let kind, let id): String(describing: try snapshot.document(kind, id: id))
        case .documents(let kind, let owner):
            String(describing: try snapshot.documents(kind, of: owner, after: nil, limit: .max))
        case .circleDocuments(let kind, let circle):
            String(describing: try snapshot.documents(kind, in: circle, after: nil, limit: .max))
        case .blindIntervals(let limit): String(describing: try snapshot.blindIntervals(limit: limit))
        case .replay(let device, let jti): String(describing: try snapshot.replay(of: device, jti: jti))
        case .replayCount(let device, let limit):
            String(describing: try snapshot.replayCount(of: device, limit: limit))
        case .value(let key): String(describing: try snapshot.value(key))
        }
    }
}
