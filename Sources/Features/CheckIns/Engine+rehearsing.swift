import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

extension Engine {
    /// The letters that every contact who has agreed would be sent if the person's deadline passed, by the media that the
    /// relay has at present.
    ///
    /// Where no deadline is set, that of a check-in made just now.
    func lettersRehearsed(
        of person: PersonID,
        _ watch: CheckInRecord,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> [RehearsalBegun.RehearsedLetter] {
        let policy = kinds.policy(of: CheckInKind(watch.settings.kind).policy.name)
        var watch = watch
        let deadline = watch.deadline ?? now + (watch.settings.threshold ?? CheckInLimits.defaultThreshold)
        if watch.deadline == nil { (watch.lastCheckIn, watch.putOffAt) = (now, nil) }
        let links = "\(gateways.contactChannels.origin ?? "https://relay.invalid")/…"
        let words = missedCheckIn(
            of: try name(of: person, in: CircleID(own: person), snapshot) ?? "",
            watch,
            card: try cardInLetters(of: person, in: snapshot),
            place: try lastPlace(of: person, in: snapshot),
            at: max(deadline + policy.telling, now),
            isSecond: false,
            isToldAgain: policy.tells(after: policy.telling),
            // Anyone who has the contact's own links could answer for the contact.
            reachedURL: links,
            unsubscribeURL: links
        )
        return try records(Contact.self, of: person, in: snapshot)
            .filter(\.isNamed)
            .flatMap { contact in
                let known = try inForce(contact, in: snapshot)
                let language = contact.body.language
                let mail = words.mail(in: language)
                let short = words.sms(in: language).text
                return told(known).filter(gateways.contactChannels.usable.contains).map { medium in
                    RehearsalBegun.RehearsedLetter(
                        contact: ContactID(contact.id),
                        name: contact.body.details.name,
                        medium: medium,
                        subject: medium == .email ? mail.subject : nil,
                        text: medium == .email ? mail.text : short
                    )
                }
            }
    }

    /// The addresses of contacts who have agreed to which the relay has no way at present.
    func addressesUnreached(
        of person: PersonID,
        in snapshot: any Snapshot
    ) throws -> [RehearsalBegun.UnreachedAddress] {
        try records(Contact.self, of: person, in: snapshot).filter(\.isNamed).flatMap { contact in
            told(try inForce(contact, in: snapshot)).filter { !gateways.contactChannels.usable.contains($0) }
                .map { medium in
                    RehearsalBegun.UnreachedAddress(
                        contact: ContactID(contact.id),
                        name: contact.body.details.name,
                        medium: medium
                    )
                }
        }
    }

    private func told(_ contact: Contact) -> [Destination.Medium] { contact.media.filter(contact.isTold) }
}
