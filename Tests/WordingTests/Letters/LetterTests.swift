import AlarmCore
import Testing

@testable import Wording

@Suite("Letters")
struct LetterTests {
    @Test("Every letter is complete in every language", arguments: Language.allCases)
    func isComplete(language: Language) {
        for letter in Samples.letters() {
            let mail = letter.mail(in: language)
            #expect(mail.language == language)
            for text in [mail.subject, mail.text, mail.html] {
                #expect(!text.isEmpty)
                #expect(!text.contains("…"), "something was left open in \(mail.subject)")
            }
            #expect(!mail.text.contains("{") && !mail.subject.contains("{"))
            #expect(!mail.subject.hasLineBreak && mail.subject.contains("Alice"))
            #expect(mail.text.hasSuffix("\n") && !mail.text.contains("\r") && !mail.text.contains("\n\n\n"))
        }
    }

    @Test("A missed check-in has name, hours, last check-in in the person's zone, and the place as a map link")
    func missedSaysAll() throws {
        var letter = Samples.missed("Alice Example")
        letter.zone = try Zones.zone("America/Los_Angeles")
        letter.lastCheckIn = try Instant(iso8601: "2026-01-12T22:00:00-08:00")
        let mail = letter.mail(in: .english)
        #expect(mail.subject == "Alice Example has not checked in for 49 hours")
        #expect(mail.text.contains("Last check-in: Jan 12, 2026 at 10:00 PM PST\n"))
        #expect(mail.text.contains("Without a check-in for: 49 hours\n"))
        #expect(mail.text.contains("Last known place: 25.03397, 121.56449 (within about 20 metres)\n"))
        #expect(mail.text.contains("Place as of: "))
        #expect(mail.text.contains("\nhttps://www.openstreetmap.org/?mlat=25.03397&mlon=121.56449#map=17/"))
        #expect(mail.text.contains("\ngeo:25.03397,121.56449;u=20\n"))
        #expect(mail.html.contains("href=\"https://www.openstreetmap.org/?mlat=25.03397&amp;mlon=121.56449#map=17/"))
        #expect(mail.text.contains(Samples.unsubscribeURL) && mail.html.contains(Samples.unsubscribeURL))
    }

    @Test("Without a shared place or a check-in the letter says so, and has no link to a map")
    func missedWithoutPlace() {
        let mail = Samples.missed(lastCheckIn: nil, place: nil).mail(in: .english)
        #expect(mail.text.contains("Last check-in: none yet\n") && mail.text.contains("Last known place: not shared\n"))
        #expect(!mail.html.contains("openstreetmap") && !mail.text.contains("geo:"))
    }

    @Test("The second letter differs from the first", arguments: Language.allCases)
    func secondDiffers(language: Language) {
        let (first, second) = (Samples.missed(), Samples.missed(isSecond: true))
        #expect(first.mail(in: language).subject != second.mail(in: language).subject)
        #expect(first.sms(in: language).text != second.sms(in: language).text)
    }

    @Test("The second letter does not promise that no second one follows")
    func secondPromisesNothing() {
        let (first, second) = (Samples.missed(), Samples.missed(isSecond: true))
        #expect(first.mail(in: .english).text.contains("no second letter"))
        #expect(!second.mail(in: .english).text.contains("no second letter"))
    }

    @Test("Where no second letter would follow, the first does not promise its absence", arguments: Language.allCases)
    func firstPromisesNothing(language: Language) {
        var letter = Samples.missed()
        let promising = letter.mail(in: language).text
        letter.isToldAgain = false
        let text = letter.mail(in: language).text
        #expect(text != promising)
        #expect(text.contains(language.phrase(.letterMissedReachedAgain, [.person: .name("Alice")]).text))
        #expect(!letter.mail(in: .english).text.contains("no second letter"))
    }

    @Test("Every care alert says that this is no medical device and no emergency service", arguments: Language.allCases)
    func alertDisclaims(language: Language) {
        let plain = language.phrase(.commonNotMedical).text
        let short = language.phrase(.smsCareNotMedical).text
        for signal in CareSignal.Kind.allCases {
            let alert = Samples.alert(signal)
            #expect(alert.mail(in: language).text.contains(plain))
            #expect(alert.mail(in: language).html.contains(plain.escapedForHTML))
            #expect(alert.sms(in: language).text.contains(short))
        }
    }

    @Test("A member who is asked next learns that no one has answered", arguments: Language.allCases)
    func alertNext(language: Language) {
        let first = Samples.alert(.manual, isNext: false)
        let next = Samples.alert(.manual, isNext: true)
        let line = language.phrase(.letterCareNext).text
        #expect(next.mail(in: language).text.contains(line) && !first.mail(in: language).text.contains(line))
        #expect(next.sms(in: language).text.count > first.sms(in: language).text.count)
    }

    @Test("A member who may not know the place gets no trace of it", arguments: Language.allCases)
    func alertWithoutPlace(language: Language) {
        let alert = Samples.alert(.fall, place: nil)
        let mail = alert.mail(in: language)
        for text in [mail.text, mail.html, alert.sms(in: language).text] {
            #expect(!text.contains("openstreetmap") && !text.contains(language.phrase(.placeLabel).text))
        }
    }

    @Test("A person who asked for more time is said to have done so, and when", arguments: Language.allCases)
    func putOff(language: Language) {
        var letter = Samples.missed()
        let (without, short) = (letter.mail(in: language), letter.sms(in: language))
        letter.putOffAt = Samples.at + .hours(25)
        let time = TimeText.moment(Samples.at + .hours(25), in: .utc, language)
        let mail = letter.mail(in: language)
        #expect(mail.subject == without.subject)
        #expect(mail.text.contains(time) && !without.text.contains(time))
        #expect(letter.sms(in: language).text.contains(time) && !short.text.contains(time))
    }

    @Test("Every letter to a contact can be unsubscribed from", arguments: Language.allCases)
    func canBeStopped(language: Language) {
        let letters: [any Letter] = [
            ContactConfirmation(
                personName: "Alice",
                confirmURL: Samples.confirmURL,
                unsubscribeURL: Samples.unsubscribeURL
            ),
            Samples.missed(),
            AllClear(personName: "Alice", at: Samples.at, zone: .utc, unsubscribeURL: Samples.unsubscribeURL),
            AllClear(
                personName: "Alice",
                signOfLife: .putOff,
                at: Samples.at,
                zone: .utc,
                unsubscribeURL: Samples.unsubscribeURL
            ),
        ]
        for letter in letters {
            let mail = letter.mail(in: language)
            #expect(mail.text.contains("\n\(Samples.unsubscribeURL)\n"))
            #expect(mail.html.contains("href=\"\(Samples.unsubscribeURL)\""))
        }
    }
}
