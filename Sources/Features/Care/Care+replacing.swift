import AlarmCore
import AlarmWire
import Engine
import Storage

/// Notices of how an alert stood, which a later one replaces before they have gone out.
///
/// Whoever was away for a while reads how the alert stands, and not everything that it was in between.
extension Care {
    /// The notices that say how an alert stands.
    private static let standings: Set<Stage> = [.alertEnded, .acknowledged, .noAnswer]

    /// The alarms of an alert and of those that it continues, the latest first, as far as they are remembered.
    func alarms(of alert: SealedRecord<CareAlertRecord>) throws -> [AlarmRow] {
        var rows: [AlarmRow] = []
        var next: SealedRecord<CareAlertRecord>? = alert
        while let current = next {
            if let row = try transaction.alarm(AlarmID(current.id)) { rows.append(row) }
            next = try current.body.continues.flatMap { try tx.record(CareAlertRecord.self, $0) }
        }
        return rows
    }

    /// Supersedes the notices of how these alarms stood that have not gone out, as far as `isReplaced` says so.
    ///
    /// - Returns: their destinations, each of which needs another notice unless its person knows.
    @discardableResult
    func supersedeNotices(
        of rows: [AlarmRow],
        where isReplaced: (DeliveryOrder, Alarm) throws -> Bool = { _, _ in true }
    ) throws -> Set<Destination> {
        var destinations: Set<Destination> = []
        for row in rows {
            for var delivery in try transaction.deliveries(of: row.key)
            where try Self.standings.contains(delivery.order.stage) && !delivery.state.isFinal
                && isReplaced(delivery.order, row.alarm)
            {
                delivery.endLease(as: .superseded)
                try transaction.update(delivery)
                destinations.insert(delivery.order.destination)
            }
        }
        return destinations
    }

    /// Has the end of an alert take the place of what has not gone out about it, and about the ones that it continues.
    ///
    /// Nobody whose notice is dropped is left without one, nor anybody who heard that the alert begins again and was never
    /// rung for it; except the dweller, whom the alarm itself tells who helps, and whoever ended it, on `device`.
    func replaceNotices(
        byEndOf alert: SealedRecord<CareAlertRecord>,
        _ row: AlarmRow,
        on device: DeviceID?
    ) throws {
        try supersedeNotices(of: [row]) { order, _ in order.stage == .noAnswer }
        let former = try alert.body.continues.flatMap { try tx.record(CareAlertRecord.self, $0) }
        guard let former else { return }
        let replaced = try supersedeNotices(of: alarms(of: former))
        let concerned = replaced.union(try toldOfBeginning(before: alert, in: row.circle))
        for destination in concerned.sorted(by: { $0.description < $1.description }) {
            let person = try engine.person(at: destination, in: transaction)
            let knows = destination.device.map { $0 == device } ?? (person == alert.body.endedBy)
            if person != nil, person != alert.owner, !knows { try tx.order(.alertEnded, of: row, to: destination) }
        }
    }

    /// Where it has arrived that an alert begins again, as this one or as one that it continues, with those who are in the
    /// circle still.
    func toldOfBeginning(
        before alert: SealedRecord<CareAlertRecord>,
        in circle: CircleID
    ) throws -> Set<Destination> {
        let former = try alert.body.continues.flatMap { try tx.record(CareAlertRecord.self, $0) }
        guard let former, let roster = try engine.roster(of: circle, in: transaction) else { return [] }
        var told: Set<Destination> = []
        for row in try alarms(of: former) {
            for delivery in try transaction.deliveries(of: row.key)
            where delivery.order.stage == .alertEnded && delivery.state == .accepted
                && CareAftermath(of: delivery.order, about: row.alarm) == .again
            {
                let destination = delivery.order.destination
                guard let person = try engine.person(at: destination, in: transaction), roster.member(person) != nil
                else { continue }
                let isText = destination.device == nil
                let number = isText ? try tx.record(Contact.self, Contact.ownPhone(of: person)) : nil
                if !isText || number?.body.isTold(by: .sms) ?? false { told.insert(destination) }
            }
        }
        return told
    }
}
