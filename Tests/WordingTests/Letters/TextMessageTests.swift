import AlarmCore
import Testing

@testable import Wording

@Suite("Text messages")
struct TextMessageTests {
    @Test("Every message is complete, in one line and names the person", arguments: Language.allCases)
    func isComplete(language: Language) {
        for message in Samples.letters() {
            let sms = message.sms(in: language)
            #expect(sms.language == language && sms.text.contains("Alice"))
            #expect(!sms.text.contains("{") && !sms.text.contains("…") && !sms.text.hasLineBreak)
        }
    }

    @Test("English messages need no letter outside GSM 03.38")
    func englishIsCheap() {
        for message in Samples.letters() {
            let dear = message.sms(in: .english).text.filter { !Self.gsm.contains($0) }
            #expect(dear.isEmpty, "\(dear)")
        }
    }

    @Test("A message with a map link and one to answer fits in three segments in English and four in Chinese")
    func isShort() {
        for message in Samples.letters() {
            #expect(message.sms(in: .english).text.utf16.count <= 3 * 153)
            for language in Language.chinese {
                #expect(message.sms(in: language).text.utf16.count <= 4 * 67)
            }
        }
        for language in Language.allCases {
            let limit = language.isChinese ? 70 : 160
            #expect(CareEnded(personName: "Alice", how: .cancelled).sms(in: language).text.utf16.count <= limit)
        }
    }

    @Test("A message about the end of an alert names its kind, where that may be told, and fits in one segment")
    func endings() {
        let endings: [CareEnded.Ending] = [
            .acknowledged(by: "Bob"), .cancelled, .resolved(by: "Bob"), .left(by: "Bob"),
        ]
        for (language, kind) in Language.allCases.flatMap({ language in
            CareSignal.Kind.allCases.map { (language, $0) }
        }) {
            let words = language.phrase(kind.shown).text
            let shown = language.isChinese ? "（\(words)）" : " (\(words))"
            for how in endings {
                let told = CareEnded(personName: "Alice", kind: kind, how: how)
                let text = told.sms(in: language).text
                #expect(text.contains(shown), "\(text)")
                #expect(text.utf16.count <= (language.isChinese ? 70 : 160), "\(text)")
                let untold = CareEnded(personName: "Alice", how: how)
                #expect(untold.sms(in: language).text == text.replacing(shown, with: ""))
                let (mail, plain) = (told.mail(in: language), untold.mail(in: language))
                #expect(mail.subject.replacing(shown, with: "") == plain.subject)
            }
        }
    }

    @Test("A place that is older than what the message tells of says as of when, and may cost a segment more")
    func oldPlace() {
        let sharedAt: Instant = Samples.at - Span.days(60)
        let message = Samples.missed(placeAt: sharedAt)
        let text = message.sms(in: .english).text
        #expect(text.contains("Place as of Nov 14, 2025 at "), "\(text)")
        #expect(text.utf16.count <= 4 * 153)
        for language in Language.chinese { #expect(message.sms(in: language).text.utf16.count <= 5 * 67) }
    }

    @Test("A member who adds a number is asked for consent to alerts, in few segments", arguments: Language.allCases)
    func number(language: Language) {
        let message = NumberConfirmation(confirmURL: Samples.confirmURL, unsubscribeURL: Samples.unsubscribeURL)
        let text = message.sms(in: language).text
        #expect(text.contains(Samples.confirmURL) && text.contains(Samples.unsubscribeURL))
        #expect(text.utf16.count <= (language.isChinese ? 3 * 67 : 2 * 153))
    }

    @Test(
        "The reminder to an own number is one line of sentences, and says where nobody would be told, in every language",
        arguments: [
            (Language.english, "Reveille: How are you today? You have not checked in for ", "Nobody would be told"),
            (.traditionalChinese, "Reveille：今天好嗎？您已經 ", "不會有人得知"),
            (.simplifiedChinese, "Reveille：今天好吗？您已经 ", "不会有人得知"),
        ]
    )
    func ownReminder(language: Language, begins: String, nobody: String) {
        for (variant, isInVain) in [("gentle-check-in", false), ("nobody", true)] {
            let reminder = OwnWarning(
                stage: "check-in-reminder",
                variant: variant,
                values: [.duration: .span(.hours(24))],
                checkInURL: Samples.confirmURL,
                unsubscribeURL: Samples.unsubscribeURL
            )
            let text = reminder.sms(in: language).text
            #expect(text.hasPrefix(begins) && text.contains(nobody) == isInVain, "\(text)")
            #expect(text.utf16.count <= (language.isChinese ? 3 * 67 : 2 * 153), "\(text)")
            #expect(reminder.mail(in: language).text.contains(nobody) == isInVain)
        }
        let due = OwnWarning(
            stage: "check-in-due",
            variant: "nobody",
            values: [.duration: .span(.hours(2)), .time: .moment(Samples.at, in: .utc)],
            checkInURL: Samples.confirmURL,
            unsubscribeURL: Samples.unsubscribeURL
        )
        let mark = language.isChinese ? "。" : ". "
        let title = PushText(stage: "check-in-due", policy: "nobody", language: language).title
        #expect(due.sms(in: language).text.contains(title + mark))
    }

    @Test("An address stands free, so that a phone finds where it ends", arguments: Language.allCases)
    func addressesStandFree(language: Language) {
        for message in Samples.letters(about: "王小明") {
            let text = message.sms(in: language).text
            for start in text.ranges(of: "https://") {
                let link = text[start.lowerBound...].prefix { $0 != " " }
                #expect(link.allSatisfy { $0.isASCII }, "\(text)")
                #expect(link.last?.isPunctuation == false, "\(text)")
                #expect(text[..<start.lowerBound].last.map { " ：".contains($0) } == true, "\(text)")
            }
        }
    }

    /// The basic table of GSM 03.38, and its extension.
    private static let gsm = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
            + "abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€"
    )
}
