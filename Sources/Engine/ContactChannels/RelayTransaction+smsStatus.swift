import AlarmCore
import AlarmWire
import Storage

/// A provider that takes a text message has not delivered it: it is asked after it, by the outbox like all else.
extension Work {
    /// How long a message is given before it is first asked after.
    ///
    /// 30 s.
    static let inquiryPause = Span.seconds(30)
    /// For how long it is asked after; whoever has not heard by then never may.
    ///
    /// 4 h.
    static let inquiryTime = Span.hours(4)

    /// Orders that a provider be asked what has become of a text message.
    func inquire(after row: DeliveryRow, named reference: String) throws {
        guard let owner = try engine.person(at: row.order.destination, in: transaction) else { return }
        let order = DeliveryOrder(
            id: DeliveryID(uuidV5: "inquiry/\(row.attempts)", in: row.order.id),
            destination: row.order.destination,
            stage: .inquiry,
            urgency: .active,
            epoch: row.order.epoch,
            revision: row.order.revision,
            due: row.order.due,
            deadline: now + Self.inquiryTime,
            isLate: false
        )
        try put(
            SealedRecord(
                id: DocumentID(of: order.id),
                owner: owner,
                position: now.milliseconds,
                body: Inquiry(reference: reference, delivery: row.order.id)
            )
        )
        try transaction.insert(
            DeliveryRow(
                order: order,
                alarm: row.alarm,
                circle: row.circle,
                createdAt: now,
                notBefore: now + Self.inquiryPause
            )
        )
        ripple.hasDeliveries = true
    }

    /// The delivery that an inquiry is about, after which nobody asks any more.
    func inquired(by row: DeliveryRow) throws -> DeliveryRow? {
        guard let inquiry = try record(Inquiry.self, DocumentID(of: row.order.id)) else { return nil }
        try forgetInquiry(row)
        return try transaction.delivery(inquiry.body.delivery, of: row.alarm)
    }

    /// Asks no more.
    func forgetInquiry(_ row: DeliveryRow) throws {
        try delete(Inquiry.self, DocumentID(of: row.order.id))
    }
}
