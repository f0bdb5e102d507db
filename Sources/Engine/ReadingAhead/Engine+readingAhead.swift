import AlarmCore
import AlarmWire
import Storage

extension Engine {
    /// Reads ahead what a batch of leased deliveries needs to be checked and rendered.
    func readAhead(sending deliveries: [DeliveryRow], at now: Instant, in snapshot: any Snapshot) throws {
        guard snapshot.prefetches else { return }
        let kinds = kinds
        var ahead = ReadAhead(engine: self, snapshot: snapshot, now: now)
        try ahead.run { ahead in
            for delivery in deliveries {
                try ahead.addIfReadable { try $0.add(sending: delivery, by: kinds) }
            }
        }
    }
}

extension ReadAhead {
    /// Adds what the check of a delivery reads, whatever its alarm's kind, and what the kind reads besides.
    fileprivate mutating func add(sending delivery: DeliveryRow, by kinds: AlarmKinds) throws {
        if wave == 1 {
            add(.delivery(delivery.order.id, of: delivery.alarm))
            add(.keyedAlarm(delivery.alarm))
            add(.pair(delivery.circle))
        }
        switch delivery.order.destination {
        case .device(let id): if wave == 1 { add(.device(id)) }
        case .contact where delivery.order.stage == .inquiry:
            if wave == 1 { add(.document(.inquiry, DocumentID(of: delivery.order.id))) }
        case .contact(let id, _):
            try add(contact: DocumentID(of: id))
            if wave == 1, delivery.order.stage.resolvesAlert { add(.deliveries(of: delivery.alarm)) }
        }
        guard wave > 1, let row = try snapshot.alarm(key: delivery.alarm) else { return }
        if wave == 2, row.circle != CircleID(own: row.sender), try snapshot.pair(row.circle) == nil {
            for person in [row.sender, row.receiver] {
                add(.document(.membership, MembershipBody.id(of: person, in: row.circle)))
            }
        }
        try kinds[row.alarm.preset].readAhead(sending: delivery, of: row, &self)
    }
}

extension RelayTransaction {
    /// Reads ahead what the results of a batch of deliveries change.
    func readAhead(recording results: [OutboundQueue.FinishedDelivery]) throws {
        guard transaction.prefetches else { return }
        var ahead = ReadAhead(engine: engine, snapshot: transaction, now: now)
        for each in results { ahead.add(recording: each.row, each.result, by: kinds) }
        try ahead.fetch()
        var rows: [AlarmRow] = []
        for each in results where each.result.concernsAlarm(of: each.row, by: kinds) {
            try ahead.addIfReadable { ahead in
                if let row = try transaction.alarm(key: each.row.alarm) { rows.append(row) }
                guard each.row.order.stage == .inquiry,
                    let inquiry = try record(SMSStatusQuery.self, DocumentID(of: each.row.order.id))
                else { return }
                ahead.add(.delivery(inquiry.body.delivery, of: each.row.alarm))
            }
        }
        try ahead.fetch()
        try readAhead(deciding: rows)
    }
}

extension ReadAhead {
    /// Adds what the result of a delivery changes.
    fileprivate mutating func add(recording delivery: DeliveryRow, _ result: DeliveryResult, by kinds: AlarmKinds) {
        add(.delivery(delivery.order.id, of: delivery.alarm))
        let concernsAlarm = result.concernsAlarm(of: delivery, by: kinds)
        if concernsAlarm { add(.keyedAlarm(delivery.alarm)) }
        switch delivery.order.destination {
        case .device(let id): if concernsAlarm { add(.device(id)) }
        case .contact(let id, _): add(.document(.contact, DocumentID(of: id)))
        }
        if delivery.order.stage == .inquiry { add(.document(.inquiry, DocumentID(of: delivery.order.id))) }
    }
}

extension DeliveryResult {
    /// Whether the alarm of a delivery is likely to be read for this result; that a push was taken seldom concerns it.
    fileprivate func concernsAlarm(of delivery: DeliveryRow, by kinds: AlarmKinds) -> Bool {
        switch self {
        case .unsent, .waiting: false
        case .over(.superseded): kinds.follow(delivery.order.stage)
        case .outcome(.accepted, _), .taken: delivery.order.isAwaited || kinds.follow(delivery.order.stage)
        case .over, .unaddressed, .outcome, .answered, .lost: true
        }
    }
}
