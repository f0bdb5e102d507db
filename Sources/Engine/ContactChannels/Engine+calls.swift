package import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Engine {
    /// The call to somebody who has agreed to calls, or the reason why nobody is called.
    func call(to contact: Contact, for row: DeliveryRow, of alarm: AlarmID, at origin: String) -> PreparedDelivery.Route
    {
        guard let number = contact.details.phone.flatMap({ PhoneNumber($0) }) else {
            return .refused(reason: "the contact has no telephone number any more")
        }
        if let reason = gateways.contactChannels.lack(of: .call) { return .unconfigured(.call, reason: reason) }
        return .call(
            OutgoingCall(
                id: row.order.id,
                recipient: number,
                url: CallPath.greeting.url(at: origin, alarm: alarm, delivery: row.order.id),
                statusURL: CallPath.status.url(at: origin, alarm: alarm, delivery: row.order.id),
                deadline: row.order.deadline
            )
        )
    }
}

extension RelayTransaction {
    /// Records that nobody picked up a call that its provider had accepted.
    ///
    /// A repeat changes nothing, nor does a report on a call that is unknown.
    package func noteUnanswered(call delivery: DeliveryID, of alarm: AlarmID) throws {
        guard let alarm = try transaction.alarm(alarm), var row = try transaction.delivery(delivery, of: alarm.key),
            row.order.destination.medium == .call
        else { return }
        try reopen(&row, as: .rejected(reason: "nobody picked up"), jitter: 0)
    }
}
