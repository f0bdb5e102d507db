import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("What commands for check-ins, contacts and consent answer to whoever reads Chinese")
struct CheckInAnswerLanguageTests {
    private let time = Instant(seconds: 1_800_000_000)
    private let clock = ChineseTexts.clock(.traditionalChinese)

    @Test("The list of links has its columns in it, and says of one that it was never used")
    func links() {
        let link = CheckInLinkView(id: DocumentID(high: 1, low: 1), name: "門", since: time)
        #expect(link.row(clock) == ["門", "週五 2027-01-15 08:00 UTC", "從未", "\(link.id)"])
        #expect(link.row(ChineseTexts.clock(.english))[2] == "never")
        for language in ChineseTexts.languages {
            let head = TextTable(["NAME", "SINCE", "LAST USED", "ID"], in: language).lines
            ChineseTexts.expect(head, keeping: ["ID"])
        }
        #expect(
            Language.english.text(.answerLinkRevoked, [.words: Language.english.quoting("door")])
                == "Revoked “door”: its address is good for nothing any more."
        )
    }

    @Test("A contact who is changed or forgotten is answered in it", arguments: ContactView.ConsentState.allCases)
    func contacts(consent: ContactView.ConsentState) {
        let contact = ContactView(
            id: ContactID(high: 1, low: 1),
            contact: ContactRequest(name: "本", email: "ben@example.org"),
            consent: consent,
            since: time
        )
        #expect(contact.changedSentence(in: .english) == "Changed 本, who is \(consent.rawValue).")
        #expect(contact.forgottenLines(in: .english).first == "Forgot 本.")
        #expect(contact.forgottenLines(in: .english).count == (consent == .unsubscribed ? 2 : 1))
        for language in ChineseTexts.languages {
            let said = [contact.changedSentence(in: language)] + contact.forgottenLines(in: language)
            ChineseTexts.expect(said, keeping: [])
        }
        #expect(contact.forgottenLines(in: .traditionalChinese).first == "已刪除本。")
    }

    @Test("Whoever has a telephone alone finds the way back where it is said to be: in the message that asked")
    func wayBack() throws {
        let contact = ContactView(
            id: ContactID(high: 1, low: 1),
            contact: ContactRequest(name: "本", phone: "+886912345678"),
            consent: .unsubscribed,
            since: time
        )
        let words = [
            Language.english: "the text message that asked them", .traditionalChinese: "當初詢問的簡訊",
            .simplifiedChinese: "当初询问的短信",
        ]
        for (language, way) in words {
            let said = try #require(contact.forgottenLines(in: language).last)
            #expect(said.contains(way), "\(said)")
        }
    }

    @Test("An emergency card is shown in it, with who gets it", arguments: ChineseTexts.languages)
    func card(language: Language) {
        let words = EmergencyCard(words: "貓", phone: "123", address: "巷", keyHolder: "本")
        var sent = words
        sent.isInLetters = true
        for (card, names) in [(words, []), (sent, []), (sent, ["本", "金"])] {
            let view = EmergencyCardView(card: card, changedAt: time, recipients: names)
            let said = view.lines(flag: "", language).map(ChineseTexts.withoutCommands)
            #expect(said.count == 5)
            ChineseTexts.expect(said, keeping: [])
        }
        let english = EmergencyCardView(card: sent, changedAt: time, recipients: ["Ben", "Kim"])
        #expect(
            english.lines(flag: "", .english) == [
                "Words: 貓", "Telephone: 123", "Address: 巷", "Who has a key: 本",
                "If you miss a check-in it goes with the letter to: Ben, Kim; and to whoever agrees to e-mail later.",
            ]
        )
    }

    private var hours: Consent.Hours? {
        guard let from = LocalTime(hour: 8, minute: 0), let until = LocalTime(hour: 21, minute: 30) else { return nil }
        return Consent.Hours(from: from, until: until)
    }

    @Test("When somebody may ring is told in it, and in English as before")
    func consent() throws {
        let hours = try #require(hours)
        let later = Instant(seconds: 4_000_000_000)
        let cases: [(Consent, String, String)] = [
            (Consent(), "您讓安隨時響鈴。", "安 may ring you at any time."),
            (Consent(isMuted: true), "您不讓安響鈴。", "安 may not ring you."),
            (
                Consent(pausedUntil: later), "在週二 2096-10-02 07:06:40 UTC 之前，您不讓安響鈴。",
                "安 may not ring you until Tue 2096-10-02 07:06:40 UTC."
            ),
            (
                Consent(hours: hours), "您只讓安在 08:00 至 21:30 響鈴，以您最新裝置的時鐘為準。",
                "安 may ring you from 08:00 to 21:30 on the clocks of your newest device."
            ),
            (
                Consent(pausedUntil: later, hours: hours),
                "在週二 2096-10-02 07:06:40 UTC 之前，您不讓安響鈴；之後只能在 08:00 至 21:30 響鈴，以您最新裝置的時鐘為準。",
                """
                安 may not ring you until Tue 2096-10-02 07:06:40 UTC, and then may ring you from 08:00 to 21:30 on the \
                clocks of your newest device.
                """
            ),
        ]
        for (consent, chinese, english) in cases {
            #expect(consent.sentence(about: "安", clock) == chinese)
            #expect(consent.sentence(about: "安", ChineseTexts.clock(.english)) == english)
        }
        let message = ConsentMessage(Consent(isMuted: true), careAlerts: true)
        #expect(
            message.lines(about: "安", flag: "", ChineseTexts.clock(.english)).last == """
                Alerts about 安 still ring you: they are not alarms that somebody sets. Switch them off with 'reveille care \
                alerts --off'.
                """
        )
        #expect(message.lines(about: "安", flag: "", clock).count == 2)
    }

    @Test("What a change of a consent has done is told in it", arguments: ChineseTexts.languages)
    func effect(language: Language) {
        for count in 1...2 {
            var effect = ConsentEffect()
            (effect.endedOnce, effect.endedSeries, effect.skipping) = (count, count, count)
            (effect.stopped, effect.stoppedReminders, effect.silenced) = (count, count, count)
            (effect.silencedForGood, effect.resumed, effect.overdue) = (count, count, count)
            let said = effect.lines(name: "安", in: language)
            #expect(said.count == 9)
            ChineseTexts.expect(said, keeping: [])
            effect.endedOnce = 0
            ChineseTexts.expect(effect.lines(name: "安", in: language), keeping: [])
        }
        let member = CircleMemberView(
            person: PersonID(high: 1, low: 1),
            isSelf: false,
            role: .parent,
            displayName: "安",
            since: time
        )
        let muted = ConsentChange(
            subject: .member(member),
            former: Consent(),
            message: ConsentMessage(Consent(isMuted: true)),
            effect: nil
        )
        ChineseTexts.expect(muted.remarks(in: language), keeping: [])
    }
}
