import AlarmCore
import AlarmWire
import Engine
import Storage
import Wording

extension Engine {
    /// The letters that every contact who has agreed would be sent if the person's deadline passed.
    func lettersRehearsed(
        of person: PersonID,
        _ watch: CheckInRecord,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> [RehearsalBegun.RehearsedLetter] {
        let links = "\(gateways.contactChannels.origin ?? "https://relay.invalid")/…"
        let words = missedCheckIn(
            of: try name(of: person, in: CircleID(own: person), snapshot) ?? "",
            watch,
            card: try cardInLetters(of: person, in: snapshot),
            place: try lastPlace(of: person, in: snapshot),
            at: max(watch.deadline ?? now, now),
            isSecond: false,
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
                return known.media.filter(known.isTold).map { medium in
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
}
