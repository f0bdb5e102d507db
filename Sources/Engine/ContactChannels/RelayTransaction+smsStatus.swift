import AlarmCore
import AlarmWire
import Storage

/// Inquiries about text messages, sent through the outbox, as a provider that accepts a message may not deliver it.
extension RelayTransaction {
    /// The time from sending a message to the first inquiry about it.
    ///
    /// 30 s.
    static let inquiryPause = Span.seconds(30)
    /// The time during which inquiries are made; a result not known by then may never be known.
    ///
    /// 4 h.
    static let inquiryTime = Span.hours(4)

    /// Orders an inquiry to the provider about a text message.
    func requestStatus(after row: DeliveryRow, named reference: String) throws {
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
                body: SMSStatusQuery(reference: reference, delivery: row.order.id)
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
        commitEffects.hasDeliveries = true
    }

    /// The delivery that an inquiry is about, and to whom it went, after which the inquiry is deleted.
    func statusRequest(by row: DeliveryRow) throws -> (delivery: DeliveryRow, person: PersonID)? {
        guard let inquiry = try record(SMSStatusQuery.self, DocumentID(of: row.order.id)) else { return nil }
        try forgetInquiry(row)
        // The inquiry knows whose number it was, even if that has been taken back meanwhile.
        return try transaction.delivery(inquiry.body.delivery, of: row.alarm).map { ($0, inquiry.owner) }
    }

    /// Ends the inquiries about a delivery.
    func forgetInquiry(_ row: DeliveryRow) throws {
        try delete(SMSStatusQuery.self, DocumentID(of: row.order.id))
    }
}
