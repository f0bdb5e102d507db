import AlarmCore
import AlarmWire
import Delivery
import Storage
import Wording

extension Engine {
    /// The message to a contact and its route, or the reason why nothing is sent.
    func letter(
        to id: ContactID,
        by medium: Destination.Medium,
        for row: DeliveryRow,
        in context: DeliveryContext
    ) throws -> PreparedDelivery.Route {
        let (alarm, snapshot) = (context.row, context.snapshot)
        guard let record = try record(Contact.self, DocumentID(of: id), in: snapshot) else {
            return .refused(reason: "the contact is gone")
        }
        let contact = try inForce(record, in: snapshot)
        let asks = row.order.stage == .confirmation || row.order.stage == .invitation
        guard asks ? contact.unanswered.contains(medium) : contact.isTold(by: medium) else { return .superseded }
        guard let origin = gateways.contactChannels.origin else {
            return .unconfigured(medium, reason: ContactChannels.noOrigin)
        }
        if medium == .call {
            // What is said is asked for once somebody has picked up, as it is then.
            return call(to: contact, for: row, of: alarm.alarm.id, at: origin)
        }
        let links = try ContactLinks(of: record, by: medium, at: origin, self)
        guard let words = try kinds[alarm.alarm.preset].contactWords(for: record, links, in: context) else {
            return .refused(reason: "nothing is known to say at this stage")
        }
        let language = contact.language
        switch medium {
        case .email:
            guard let address = try contact.details.email.map({ try EmailAddress($0) }) else {
                return .refused(reason: "the contact has no e-mail address any more")
            }
            if let reason = gateways.contactChannels.lack(of: medium) { return .unconfigured(medium, reason: reason) }
            let text = words.mail(in: language)
            return .mail(
                OutgoingMail(
                    id: row.order.id,
                    alarm: alarm.alarm.id,
                    recipient: Mailbox(name: DisplayName(contact.details.name, in: language).text, address: address),
                    subject: text.subject,
                    text: text.text,
                    html: text.html,
                    language: language.tag,
                    date: row.createdAt,
                    // An attempt that outlived its lease would be repeated, and its result would be fenced.
                    deadline: min(row.order.deadline, row.leaseEnd.map { $0 - .seconds(5) } ?? row.order.deadline),
                    // An invitation is the only letter to its address, which is deleted with the sending.
                    unsubscribe: row.order.stage == .invitation ? nil : links.unsubscribe,
                    inReplyTo: try alert(before: row, in: snapshot)
                )
            )
        case .sms:
            guard let number = contact.details.phone.flatMap({ PhoneNumber($0) }) else {
                return .refused(reason: "the contact has no telephone number any more")
            }
            if let reason = gateways.contactChannels.lack(of: medium) { return .unconfigured(medium, reason: reason) }
            return .sms(
                OutgoingSMS(
                    id: row.order.id,
                    recipient: number,
                    text: words.sms(in: language).text,
                    deadline: row.order.deadline
                )
            )
        case .call: return .superseded
        case .webhook:
            guard let url = contact.details.webhook.flatMap({ WebURL($0) }),
                let secret = contact.webhookSecret.flatMap({ WebhookSecret($0) })
            else { return .refused(reason: "the contact has no webhook any more") }
            if let reason = gateways.contactChannels.lack(of: medium) { return .unconfigured(medium, reason: reason) }
            let message = WebhookMessage(
                stage: PushStage(row.order.stage),
                preset: alarm.alarm.preset,
                alarm: alarm.alarm.id,
                at: kinds[alarm.alarm.preset].moment(of: row.order.stage, alarm.alarm),
                person: try context.receiverName,
                text: words.sms(in: language).text
            )
            return .webhook(
                OutgoingWebhook(
                    id: row.order.id,
                    url: url,
                    body: message.wire,
                    secret: secret,
                    deadline: row.order.deadline
                )
            )
        }
    }

    /// The earlier alert to which a resolving letter replies, so that mail programs show both together.
    private func alert(before row: DeliveryRow, in snapshot: any Snapshot) throws -> DeliveryID? {
        guard row.order.stage.resolvesAlert else { return nil }
        return try snapshot.deliveries(of: row.alarm).last { delivery in
            delivery.order.stage == .alert && delivery.order.destination == row.order.destination
        }?.order.id
    }
}

/// The addresses of the links in a contact's letters.
package struct ContactLinks {
    /// The link by which the contact agrees.
    package let confirm: String
    /// The link by which the contact unsubscribes.
    package let unsubscribe: String
    /// The link by which the contact says that they have reached the person.
    package let reached: String
    /// The link by which a person checks in who is written to at their own address.
    package let checkIn: String

    init(
        of contact: SealedRecord<Contact>,
        by medium: Destination.Medium,
        at origin: String,
        _ engine: Engine
    ) throws {
        let token = try engine.capability(of: contact, by: medium)
        let address = try engine.linkedAddress(of: contact, by: medium)
        let asksForCalls = medium == .sms && contact.body.details.calls
        confirm = LinkPath.confirm.url(at: origin, token, asksForCalls: asksForCalls)
        unsubscribe = LinkPath.unsubscribe.url(at: origin, token)
        reached = LinkPath.reached.url(at: origin, token)
        checkIn = LinkPath.checkIn.url(
            at: origin,
            try engine.vault.capability(.checkIn, of: contact.id, at: address)
        )
    }
}
