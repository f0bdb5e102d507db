import AlarmCore
import AlarmWire
import Delivery
import Storage
import Wording

/// What somebody without the app is told: by e-mail and by text message.
typealias ContactWords = Wording.Letter & TextMessage

extension Engine {
    /// What to send to a contact, and how; or why nothing is sent.
    func letter(
        to id: ContactID,
        by medium: Destination.Medium,
        for row: DeliveryRow,
        of alarm: AlarmRow,
        in snapshot: any Snapshot
    ) throws -> Letter.Route {
        guard let record = try record(Contact.self, DocumentID(of: id), in: snapshot) else {
            return .refused(reason: "the contact is gone")
        }
        let contact = record.body
        let asks = row.order.stage == .confirmation || row.order.stage == .invitation
        guard asks ? contact.unanswered.contains(medium) : contact.isTold(by: medium) else { return .superseded }
        guard let origin = gateways.letters.origin else {
            return .refused(reason: "the relay does not know its own address")
        }
        let links = try ContactLinks(of: record, by: medium, at: origin, vault)
        guard let words = try words(for: row.order, at: row.createdAt, of: alarm, to: record, links, in: snapshot)
        else {
            return .refused(reason: "nothing is known to say at this stage")
        }
        let language = Language(tag: contact.details.language)
        // Whoever leaves their own number is nobody's contact.
        let asksOwner = row.order.stage == .confirmation && !record.isNamed
        switch medium {
        case .email:
            guard let address = try contact.details.email.map({ try EmailAddress($0) }), gateways.letters.mail != nil
            else {
                return .refused(reason: "no mail server is configured, or the contact has no address any more")
            }
            let text = words.mail(in: language)
            return .mail(
                OutgoingMail(
                    id: row.order.id,
                    alarm: alarm.alarm.id,
                    recipient: Mailbox(name: contact.details.name, address: address),
                    subject: text.subject,
                    text: text.text,
                    html: text.html,
                    language: language.tag,
                    date: row.createdAt,
                    // An attempt that outlived its lease would be made twice, and what came of it not believed.
                    deadline: min(row.order.deadline, row.leaseEnd.map { $0 - .seconds(5) } ?? row.order.deadline),
                    // An invitation is the only letter, and its address is forgotten with the sending.
                    unsubscribe: row.order.stage == .invitation ? nil : links.unsubscribe,
                    inReplyTo: try alert(before: row, in: snapshot)
                )
            )
        case .sms:
            guard let number = contact.details.phone.flatMap({ PhoneNumber($0) }), gateways.letters.sms != nil else {
                return .refused(
                    reason: "no provider of text messages is configured, or the contact has no number any more"
                )
            }
            return .sms(
                OutgoingSMS(
                    id: row.order.id,
                    recipient: number,
                    text: asksOwner
                        ? NumberConfirmation(confirmURL: links.confirm, unsubscribeURL: links.unsubscribe)
                            .sms(in: language).text : words.sms(in: language).text,
                    deadline: row.order.deadline
                )
            )
        case .webhook:
            guard let url = contact.details.webhook.flatMap({ WebURL($0) }), gateways.letters.webhook != nil,
                let secret = contact.webhookSecret.flatMap({ WebhookSecret($0) })
            else { return .refused(reason: "webhooks are not allowed, or the contact has none any more") }
            let news = WebhookNews(
                stage: PushStage(row.order.stage),
                preset: alarm.alarm.preset,
                alarm: alarm.alarm.id,
                at: alarm.alarm.base,
                person: try name(of: alarm.receiver, in: alarm.circle, snapshot),
                text: words.sms(in: language).text
            )
            return .call(
                OutgoingWebhook(
                    id: row.order.id,
                    url: url,
                    body: news.wire,
                    secret: secret,
                    deadline: row.order.deadline
                )
            )
        }
    }

    /// The words for a contact at a stage of an alarm; nil where there are none.
    private func words(
        for order: DeliveryOrder,
        at orderedAt: Instant,
        of alarm: AlarmRow,
        to contact: SealedRecord<Contact>,
        _ links: ContactLinks,
        in snapshot: any Snapshot
    ) throws -> (any ContactWords)? {
        if let words = try careMessage(for: order, of: alarm, in: snapshot) { return words }
        let person = try name(of: alarm.receiver, in: alarm.circle, snapshot) ?? ""
        switch order.stage {
        case .confirmation:
            return ContactConfirmation(
                personName: person,
                confirmURL: links.confirm,
                unsubscribeURL: links.unsubscribe
            )
        case .alert where alarm.circle == CircleID(own: alarm.receiver):
            guard let watch = try record(Watch.self, DocumentID(of: alarm.receiver), in: snapshot)?.body else {
                return nil
            }
            let first = policies[alarm.alarm.preset]?.telling ?? .zero
            return missedCheckIn(
                of: person,
                watch,
                place: try lastPlace(of: alarm.receiver, in: snapshot),
                at: clock.now(),
                isSecond: order.offset.map { $0 > first } ?? false,
                unsubscribeURL: links.unsubscribe
            )
        case .allClear, .putOff:
            let watch = try record(Watch.self, DocumentID(of: alarm.receiver), in: snapshot)?.body
            let isPutOff = order.stage == .putOff
            return AllClear(
                personName: person,
                news: isPutOff ? .putOff : .checkedIn,
                at: isPutOff ? orderedAt : watch?.lastCheckIn ?? orderedAt,
                zone: watch?.timeZone.flatMap { zones.rules(for: $0) } ?? .utc,
                unsubscribeURL: links.unsubscribe
            )
        default: return nil
        }
    }

    /// What a contact is told at `now` of somebody who has not checked in.
    func missedCheckIn(
        of person: String,
        _ watch: Watch,
        place: (place: Place, at: Instant)?,
        at now: Instant,
        isSecond: Bool,
        unsubscribeURL: String
    ) -> MissedCheckIn {
        MissedCheckIn(
            personName: person,
            since: (watch.lastCheckIn ?? watch.start).map { max(now - $0, .zero) } ?? .zero,
            lastCheckIn: watch.lastCheckIn,
            zone: watch.timeZone.flatMap { zones.rules(for: $0) } ?? .utc,
            place: place.map { LastPlace($0.place, at: $0.at) },
            isSecond: isSecond,
            unsubscribeURL: unsubscribeURL
        )
    }

    /// The letter that one which ends the matter follows, so that both are shown together.
    private func alert(before row: DeliveryRow, in snapshot: any Snapshot) throws -> DeliveryID? {
        guard row.order.stage.settles else { return nil }
        return try snapshot.deliveries(of: row.alarm).last { delivery in
            delivery.order.stage == .alert && delivery.order.destination == row.order.destination
        }?.order.id
    }
}

/// Where the links in a contact's letters lead.
private struct ContactLinks {
    let confirm: String
    let unsubscribe: String

    init(
        of contact: SealedRecord<Contact>,
        by medium: Destination.Medium,
        at origin: String,
        _ vault: Vault
    ) throws {
        let token = try vault.capability(medium.purpose ?? .contact, of: contact.id)
        confirm = LinkPath.confirm.url(at: origin, token)
        unsubscribe = LinkPath.unsubscribe.url(at: origin, token)
    }
}
