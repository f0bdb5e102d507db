import AlarmCore
import AlarmWire
import Foundation
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What commands for pairs, alarms and devices answer to whoever reads Chinese")
struct AnswerLanguageTests {
    private let time = Instant(seconds: 1_800_000_000)
    private let id = AlarmID(high: 7, low: 7)
    private let clock = ChineseTexts.clock(.traditionalChinese)

    @Test("Every text of an answer is used by some command")
    func used() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/reveille").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var used: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            used.formUnion(text.matches(of: /\.(answer[A-Za-z]+)/).map { String($0.output.1) })
        }
        let names = TextKey.allCases.map { "\($0)" }.filter { $0.hasPrefix("answer") }
        #expect(names.count > 200)
        #expect(Set(names).subtracting(used).isEmpty)
    }

    @Test("The list of partners has its columns and states in it", arguments: ChineseTexts.languages)
    func partners(language: Language) {
        let clock = ChineseTexts.clock(language)
        let head = TextTable(["PARTNER", "STATE", "SINCE", "ID"], in: language).lines
        ChineseTexts.expect(head, keeping: ["ID"])
        for endedAt in [time, nil] {
            for isRelayTold in [true, false] {
                for refuses in [true, false] {
                    let state = PartnerState(endedAt: endedAt, isRelayTold: isRelayTold, refuses: refuses)
                    ChineseTexts.expect([state.words(clock)], keeping: [])
                }
            }
        }
        let ended = PartnerState(endedAt: time, isRelayTold: false, refuses: false)
        if language == .traditionalChinese {
            #expect(ended.words(clock) == "已於 2027-01-15 結束，尚未告知伺服器")
        }
        #expect(ended.words(ChineseTexts.clock(.english)) == "ended 2027-01-15, relay not told")
    }

    private func end(cancelled: Int, isRelayTold: Bool) -> EndedPair {
        var held = PairEnd([], of: PairID(high: 1, low: 1))
        (held.outgoing, held.incoming) = (1, 2)
        return EndedPair(partner: "安", cancelled: cancelled, isRelayTold: isRelayTold, held: held)
    }

    @Test("A revoked pair is answered in it, with what phones may still do, and in English as before")
    func revoked() {
        #expect(
            end(cancelled: 2, isRelayTold: true).lines(flag: "", .traditionalChinese) == [
                "與安的配對已結束。這裡待響的 2 個鬧鐘不會響。",
                "安的手機上有您的一個鬧鐘，可能還不知道配對已結束：如果沒有連線，可能仍會自行響起。",
                "您的手機上有安的 2 個鬧鐘：如果現在沒有連線，在得知此事之前，可能仍會自行響起。",
            ]
        )
        #expect(
            end(cancelled: 1, isRelayTold: false).lines(flag: " --profile ben", .english) == [
                "The pair with 安 has ended on this device. 1 pending here will not ring.",
                """
                The relay could not be told yet. Until it is, 安 can set alarms, and they ring here without words; what you \
                have set for 安 rings there. Your next command tells it, and so does 'reveille listen --profile ben'.
                """,
            ]
        )
        for language in ChineseTexts.languages {
            let untold = end(cancelled: 0, isRelayTold: false).lines(flag: "", language)
            ChineseTexts.expect(untold.map(ChineseTexts.withoutCommands), keeping: [])
        }
    }

    private func listing(_ direction: AlarmView.Direction, phones: Int = 1, preset: String? = nil) -> AlarmListing {
        let view = AlarmView(
            id: id,
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            preset: preset,
            direction: direction,
            state: .armed,
            revision: 1,
            time: time,
            ttl: .hours(1),
            sound: "default",
            setAt: time - .hours(2),
            deliveries: (1...phones).map { DeliveryFunnel(device: $0, received: time, armed: time) }
        )
        return AlarmListing(view: view, words: .verified("早安"), partnerName: "安")
    }

    @Test("An alarm that is taken back is answered in it, with the phones that may still ring")
    func cancelled() {
        #expect(
            Cancellation(id: id, before: listing(.outgoing)).line(clock)
                == "鬧鐘 \(id) 已取消。安的手機上已有這個鬧鐘，可能還不知道此事：如果沒有連線，可能仍會自行響起。"
        )
        let reminder = EscalationPolicy.reminder.name
        for language in ChineseTexts.languages {
            let clock = ChineseTexts.clock(language)
            for phones in 1...2 {
                for listing in [
                    listing(.incoming, phones: phones), listing(.outgoing, phones: phones),
                    listing(.outgoing, phones: phones, preset: reminder),
                ] {
                    let held = OfflinePhones(holding: listing)?.remark(onTime: clock.text(time), in: language)
                    ChineseTexts.expect([Cancellation(id: id, before: listing).line(clock), held ?? ""], keeping: [])
                }
            }
            for at in [time, nil] {
                var over = listing(.outgoing)
                (over.view.state, over.view.ending) = (.acknowledged, .answered)
                over.view.last = at.map { PastOccurrence(time: time, ending: .answered, at: $0) }
                ChineseTexts.expect([Cancellation(id: id, before: over).line(clock)], keeping: [])
            }
        }
    }

    @Test("An alarm that is set or moved is answered in it", arguments: ChineseTexts.languages)
    func accepted(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        let skipped = PreviewedOccurrence.Note.skipped(
            nominal: try LocalDateTime(iso8601: "2027-03-28T23:30:00"),
            rings: try LocalDateTime(iso8601: "2027-03-29T00:30:00")
        )
        let twice = PreviewedOccurrence.Note.repeated(try LocalDateTime(iso8601: "2027-10-31T02:30:00"))
        for note in [skipped, twice] { #expect(note.words(in: .english) == "\(note)") }
        for state in [AlarmState.scheduled, .blocked] {
            let accepted = AlarmAccepted(
                id: id,
                time: time,
                state: state,
                revision: 2,
                nextTimes: [time, time + .days(1)],
                nobodyListens: true
            )
            let said =
                accepted.lines(for: "安", notes: [skipped, twice], in: nil, flag: "", clock)
                + [false, true].map { isHeld in
                    accepted.headline(for: "安", movedTo: clock.text(time), isHeld: isHeld, in: language)
                }
            ChineseTexts.expect(said.map(ChineseTexts.withoutCommands), keeping: ["App"])
        }
        let moved = AlarmAccepted(id: id, time: time, state: .scheduled, revision: 2)
        if language == .traditionalChinese {
            #expect(moved.headline(for: "安", movedTo: "08:00", in: language) == "已改在 08:00 響鈴；第 2 版。")
        }
    }

    @Test("An alarm that waits here is answered in it, and nobody is told to send it again")
    func kept() {
        let reasons: [TransportError] = [.unreachable("no connection"), .interrupted("no connection")]
        for reason in reasons {
            let english = reason.keptLines(flag: "", in: .english)
            #expect(english.first == DeviceError.undelivered(id, reason).description)
            #expect(
                english.last == """
                    Your next command sends it, and so does 'reveille listen'. Now: reveille alarm outbox
                    """
            )
            for language in ChineseTexts.languages {
                let lines = reason.keptLines(flag: "", in: language)
                ChineseTexts.expect(lines.map(ChineseTexts.withoutCommands), keeping: [])
            }
        }
        #expect(
            reasons[0].keptLines(flag: "", in: .traditionalChinese).first
                == "鬧鐘還沒有設定，在此等候，會再次送出。無法連上伺服器，一恢復就會告知。"
        )
    }

    @Test("The list of devices has its columns, names and ways in it", arguments: ChineseTexts.languages)
    func devices(language: Language) {
        let clock = ChineseTexts.clock(language)
        let head = TextTable(["DEVICE", "REACHED BY", "SYSTEM", "SINCE", "ID"], in: language).lines
        ChineseTexts.expect(head, keeping: ["ID"])
        for platform in [Device.Platform.events, .apns, .webPush, .webhook] {
            for (isReachable, isSelf) in [(true, true), (true, false), (false, false)] {
                let view = DeviceView(
                    id: DeviceID(high: 1, low: 1),
                    isSelf: isSelf,
                    platform: platform,
                    capabilities: .none,
                    since: time,
                    isReachable: isReachable
                )
                let row = DeviceListing(view: view, name: nil).row(idOf: 22, clock)
                ChineseTexts.expect(row, keeping: ["Webhook"])
            }
        }
    }

    @Test("In which language the relay writes is said in the reader's")
    func writing() {
        #expect(
            Language.traditionalChinese.sentence(onWriting: "zh-TW", as: .answerLanguageSystem)
                == "zh-TW，與這個系統相同：伺服器以繁體中文寫給您。"
        )
        #expect(
            Language.simplifiedChinese.sentence(onWriting: "en", as: .answerLanguageChosen)
                == "en，按您的选择：服务器以英文写给您。"
        )
        #expect(
            LanguageTag("fr")?.remark(in: .english)
                == "The relay does not write “fr”. The relay writes English, Traditional and Simplified Chinese, and "
                + "English to everybody else."
        )
        #expect(LanguageTag("zh-HK")?.remark(in: .simplifiedChinese) == nil)
    }

    @Test("What can be typed to a question is said in it, and a yes is taken in either language")
    func choices() {
        #expect(Language.english.asking("Go on?") == "Go on? [y/N]")
        #expect(Language.english.asking("Go on?", canWait: true) == "Go on? [y/N, or later]")
        #expect(Language.traditionalChinese.asking("要繼續嗎？") == "要繼續嗎？（y = 是，N = 否）")
        for language in ChineseTexts.languages {
            ChineseTexts.expect([language.asking("？", canWait: true)], keeping: ["y", "N", "later"])
        }
        for yes in ["y", "Y", " yes", "是"] { #expect(ConsentOptions.Decision(typed: yes) == .yes, "\(yes)") }
        for later in ["later", "以後", "以后再说"] { #expect(ConsentOptions.Decision(typed: later) == .later, "\(later)") }
        for no in ["", "n", "否", "是嗎"] { #expect(ConsentOptions.Decision(typed: no) == .no, "\(no)") }
    }

    @Test("A refusal is said to be one in it, and in English as before")
    func refused() {
        let failure = CommandFailure("沒有鬧鐘。")
        #expect(failure.language == .english)
        let told = failure.told(in: .traditionalChinese)
        #expect(told.language.complaint(told.message) == "錯誤：沒有鬧鐘。")
        #expect(Language.simplifiedChinese.complaint("没有闹钟。") == "错误：没有闹钟。")
        #expect(Language.english.complaint("There is no alarm.") == "Error: There is no alarm.")
    }

    @Test("What the relay keeps of somebody is listed in it", arguments: ChineseTexts.languages)
    func kept(language: Language) {
        for column in ["KEPT", "DELETED"] {
            ChineseTexts.expect(TextTable([column, "HOW MANY"], in: language).lines, keeping: [])
        }
        let names = [
            "activity", "alarms", "alerts", "calendarLinks", "careSettings", "checkInLinks", "checkInPlan", "checkIns",
            "circles", "consent", "contacts", "devices", "emergencyCard", "formerContacts", "introductions", "invites",
            "messagesUnderWay", "pairs", "refusals", "reminders",
        ]
        ChineseTexts.expect(names.map(language.section), keeping: [])
        #expect(Set(names.map(language.section)).count == names.count)
        #expect(Language.english.section("checkInPlan") == "check-in plan")
        #expect(language.section("somethingNew") == "somethingNew")
    }
}
