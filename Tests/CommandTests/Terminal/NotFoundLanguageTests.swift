import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("Why a command finds nothing, or does nothing, as whoever reads Chinese is told")
struct NotFoundLanguageTests {
    private let time = Instant(seconds: 1_800_000_000)

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "done"
        } catch {
            return (error as? CommandFailure)?.message ?? "\(error)"
        }
    }

    @Test("A partner who is not there is told in it, with one whose pair has ended, and in English as before")
    func partners() {
        func said(_ former: [FormerPartner], _ language: Language) -> String {
            let choice = PartnerChoice(pairs: [], former: former, profileFlag: "", language: language)
            return message { _ = try choice.pair("安") }
        }
        let former = [nil, "2027-01-15"].map { FormerPartner(name: "安", endedAt: $0) }
        #expect(said([], .english) == "There is no partner yet. Pair with 'reveille pair new'.")
        #expect(said([former[0]], .english) == "The pair with 安 has ended. Pair with 'reveille pair new'.")
        #expect(
            said([former[1]], .english)
                == "The pair with 安 has ended, as this device knows since 2027-01-15. Pair with 'reveille pair new'."
        )
        #expect(said([], .traditionalChinese) == "還沒有配對。若要配對：reveille pair new")
        #expect(
            said([former[1]], .traditionalChinese)
                == "與安的配對已結束，這部裝置自 2027-01-15 起得知。若要配對：reveille pair new"
        )
    }

    @Test("An alarm that is not there, or that cannot be moved here, is told in it", arguments: ChineseTexts.languages)
    func alarms(language: Language) {
        var said = [CommandFailure(noAlarm: "早", "", in: language).message]
        for direction in [AlarmView.Direction.incoming, .outgoing] {
            for preset in [nil, EscalationPolicy.reminder.name] {
                let view = AlarmView(
                    id: AlarmID(high: 7, low: 7),
                    pair: PairID(high: 1, low: 1),
                    setBy: PersonID(high: 2, low: 2),
                    preset: preset,
                    direction: direction,
                    state: .armed,
                    revision: 1,
                    time: time,
                    ttl: .hours(1),
                    sound: "default",
                    setAt: time
                )
                let alarm = AlarmListing(view: view, words: .verified("早安"), partnerName: "安")
                let error = DeviceError.unknownAlarm(view.id)
                let failure = CommandFailure(move: "早", of: alarm, refusedBy: error, "", in: language)
                said.append(failure?.message ?? "no failure")
            }
        }
        ChineseTexts.expect(said.map(ChineseTexts.withoutCommands), keeping: ["s"])
    }

    @Test("A time that is past and ids that are too short are told in it", arguments: ChineseTexts.languages)
    func typed(language: Language) {
        let clock = ChineseTexts.clock(language)
        let past = DeviceError.refused(Problem(.timeInPast), retryAfter: nil)
        let late = CommandFailure(past: time, in: nil, refusedBy: past, clock)
        ChineseTexts.expect([late?.message ?? "no failure"], keeping: [])
        let ids = (1...7).map { AlarmID(high: 0, low: $0) }
        let several = CommandFailure(several: ids, of: .answerThingsAlarms, beginWith: "0", in: language).message
        // The ids stand between the colon and what to do.
        let words = several.replacing(/[A-Za-z0-9_-]{8,}/, with: "")
        ChineseTexts.expect([words], keeping: ["ID"])
        #expect(words.contains("2"), "two of the seven are not named: \(several)")
    }

    @Test("Who cannot take reminders over is told in it", arguments: ChineseTexts.languages)
    func heirs(language: Language) {
        for role in [Role.child, .parent] {
            let heir = CircleMemberView(
                person: PersonID(high: 1, low: 1),
                isSelf: false,
                role: role,
                displayName: "安",
                since: time
            )
            let said = message { _ = try HandOverOption.checked(heir, leaver: heir.person, in: language) }
            ChineseTexts.expect([said], keeping: [])
        }
    }
}
