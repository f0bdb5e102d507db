import AlarmCore
import Wording

/// One of each letter, message and page, about a person named by the test.
enum Samples {
    static let at = Instant(milliseconds: 1_768_284_000_000)
    static let confirmURL = "https://relay.example/c/Zm9vYmFyYmF6cXV4Zm9vYmFy"
    static let reachedURL = "https://relay.example/contact/reached?t=Zm9vYmFyYmF6cXV4Zm9vYmFyZm9vYmFyYmF6cXV4Zm9v"
    static let unsubscribeURL = "https://relay.example/u/Zm9vYmFyYmF6cXV4Zm9vYmFy"
    static let place = try? Place(latitude: 25.03397, longitude: 121.56449, accuracy: 20)

    static func missed(
        _ name: String = "Alice",
        lastCheckIn: Instant? = at,
        place: Place? = place,
        placeAt: Instant? = nil,
        isSecond: Bool = false
    ) -> MissedCheckIn {
        MissedCheckIn(
            personName: name,
            since: .minutes(49 * 60 + 20),
            lastCheckIn: lastCheckIn,
            zone: .utc,
            place: place.map { LastPlace($0, at: placeAt ?? lastCheckIn ?? at) },
            isSecond: isSecond,
            reachedURL: reachedURL,
            unsubscribeURL: unsubscribeURL
        )
    }

    static func alert(
        _ signal: CareSignal.Kind,
        _ name: String = "Alice",
        place: Place? = place,
        isNext: Bool = true,
        formerHelper: String? = nil
    ) -> CareAlert {
        CareAlert(
            personName: name,
            signal: signal,
            at: at,
            zone: .utc,
            place: place.map { LastPlace($0, at: at) },
            isNext: isNext,
            formerHelper: formerHelper
        )
    }

    static func letters(about name: String = "Alice") -> [any Letter & TextMessage] {
        let alerts = CareSignal.Kind.allCases.map { alert($0, name) }
        return [
            ContactConfirmation(personName: name, confirmURL: confirmURL, unsubscribeURL: unsubscribeURL),
            missed(name),
            missed(name, lastCheckIn: nil, place: nil, isSecond: true),
            AllClear(personName: name, at: at, zone: .utc, unsubscribeURL: unsubscribeURL),
            AllClear(personName: name, signOfLife: .putOff, at: at, zone: .utc, unsubscribeURL: unsubscribeURL),
            alert(.fall, name, place: nil, isNext: false),
            alert(.fall, name, place: nil, isNext: false, formerHelper: "Bob"),
            CareEnded(personName: name, how: .acknowledged(by: "Bob")),
            CareEnded(personName: name, how: .cancelled),
            CareEnded(personName: name, how: .resolved(by: "Bob")),
            CareEnded(personName: name, how: .left(by: "Bob")),
            CareEnded(personName: name, kind: .wellness, how: .left(by: "Bob")),
            PersonReached(personName: name, contactName: "Bob", unsubscribeURL: unsubscribeURL),
            CareInvitation(personName: name, link: "https://relay.example/p#7KQ2M9XT"),
        ] + alerts
    }

    static func pages(about name: String = "Alice", in language: Language) -> [Page] {
        let form = PageForm(action: "/c/x", fields: [PageForm.Field(name: "token", value: "a\"b")])
        let subjects: [Page.Subject] = [
            .confirmation(personName: name), .unsubscribe(personName: name), .number(),
            .number(calls: true), .numberStop(),
            .stopAll(), .replaced(), .replacedStop(isAboutAnybody: false), .replacedStop(isAboutAnybody: true), .allow,
            .reached(personName: name, isOpen: true),
            .reached(personName: name, isOpen: true, hearsMore: false), .ownAddress(),
            .ownAddress(calls: true), .ownAddressStop(),
            .checkIn(next: nil),
            .checkIn(next: Page.ZonedMoment(at: at, zone: .utc)),
        ]
        let states: [Page.State] = [.asks(form), .done, .unknown, .busy, .failed]
        return subjects.flatMap { subject in states.map { Page(subject, $0, in: language) } }
    }
}
