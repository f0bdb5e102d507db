import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What lists of alarms show to whoever reads Chinese")
struct AlarmListLanguageTests {
    private let time = Instant(seconds: 1_800_000_000)
    private let id = AlarmID(high: 7, low: 7)

    private func listing(_ state: AlarmState, _ change: (inout AlarmView) -> Void = { _ in }) -> AlarmListing {
        var view = AlarmView(
            id: id,
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            direction: .incoming,
            state: state,
            revision: 3,
            time: time,
            ttl: .hours(1),
            sound: "default",
            setAt: time - .days(7)
        )
        change(&view)
        return AlarmListing(view: view, words: .verified("早安"), reply: .verified("好"), partnerName: "安")
    }

    private func expectChinese(_ texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        ChineseTexts.expect(texts, keeping: ["App"], sourceLocation: sourceLocation)
    }

    @Test("Every state and every end is told in it", arguments: ChineseTexts.languages)
    func states(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        let rule = try RecurrenceRule("FREQ=DAILY")
        let presets: [String?] = [nil, EscalationPolicy.reminder.name, EscalationPolicy.checkIn.name]
        for preset in presets {
            for state in AlarmState.allCases {
                for isRefused in [false, true] {
                    for rule in [nil, rule] {
                        let listed = listing(state) { view in
                            (view.preset, view.isRefused, view.rule) = (preset, isRefused, rule)
                            (view.nextTime, view.timeZone) = (rule == nil ? nil : view.time + .days(1), "UTC")
                        }
                        expectChinese([listed.state(clock), listed.due(clock), listed.otherSide(in: language)])
                        expectChinese(listed.facts((.listFactFrom, "安"), clock).flatMap { [$0.0, $0.1] })
                    }
                }
            }
            for ending in AlarmView.Ending.allCases {
                for isOver in [false, true] {
                    var listed = listing(isOver ? .cancelled : .scheduled) { view in
                        (view.preset, view.rule, view.ending) = (preset, rule, isOver ? ending : nil)
                        view.last = PastOccurrence(time: view.time, ending: ending, at: view.time)
                    }
                    for doer in [nil, AlarmListing.Doer.own, .other(nil), .other("安")] {
                        listed.doer = doer
                        expectChinese([listed.state(clock), listed.lastEnd(clock) ?? ""])
                    }
                }
            }
        }
        let snoozed = listing(.blocked) { ($0.snoozedUntil, $0.snoozes) = ($0.time + .minutes(9), 2) }
        expectChinese([snoozed.state(clock)])
    }

    @Test("Every kind of alarm that watches somebody has a name in it", arguments: ChineseTexts.languages)
    func kinds(language: Language) {
        let policies: [EscalationPolicy] = [
            .checkIn, .gentleCheckIn, .dailyCheckIn, .test, .contactConfirmation, .reminder, .completion, .movement,
            .careAlert, .inactivity, .wellness, .invitation,
        ]
        let names = policies.map(\.name) + CheckInPlan.Kind.allCases.map { Rehearsal.name(of: $0) }
        expectChinese(names.map { name in listing(.scheduled) { $0.preset = name }.otherSide(in: language) })
        #expect(listing(.scheduled) { $0.preset = "of-an-operator" }.otherSide(in: language) == "of-an-operator")
    }

    @Test(
        "What `alarm show` says of a device is told in it, and what a server said stays",
        arguments: ChineseTexts.languages
    )
    func devices(language: Language) {
        let steps = Urgency.allCases.map { DeliveryFunnel.Step(stage: .ring, urgency: $0, offset: .zero) }
        let step = DeliveryFunnel.Step(stage: .handoff, urgency: .active)
        for worked in steps + [step] {
            let funnel = DeliveryFunnel(
                device: 1,
                relayed: time,
                acknowledged: time,
                worked: worked,
                attempts: 2,
                error: "not listening",
                pastError: "no connection",
                pastErrorAt: time,
                unanswered: 2,
                isSilent: true
            )
            let facts = funnel.facts(ChineseTexts.clock(language)).flatMap { [$0.0, $0.1] }
            expectChinese(facts.map { $0.replacing(/\+0m?s/, with: "") })
        }
        let silent = DeliveryFunnel(device: 2, unanswered: 1, isSilent: true)
        for direction in [AlarmView.Direction.incoming, .outgoing] {
            let listed = listing(.missed) { ($0.direction, $0.deliveries) = (direction, [silent]) }
            expectChinese(listed.view.warnings(partner: nil, in: language))
        }
        let refused = DeliveryFunnel(device: 1, attempts: 1, error: "BadDeviceToken")
        #expect(refused.facts(ChineseTexts.clock(language)).last?.1 == "BadDeviceToken")
    }

    @Test("Columns stand under their names, and times are not cut")
    func columns() {
        var table = TextTable(["ID", "DUE", "WITH", "WORDS"], in: .traditionalChinese)
        table.add(["12345678", "週五 2026-07-03 14:00 CEST", "給Ben", "Take the cake out of the oven"])
        let lines = table.lines(within: 60)
        #expect(lines[0] == "ID        時間                        對方   訊息")
        #expect(lines[1].hasPrefix("12345678  週五 2026-07-03 14:00 CEST  給Ben  Take "))
        #expect(lines[1].hasSuffix("…"))
    }

    @Test("How long it is until a time, and since, is told in it")
    func distances() {
        #expect(Language.traditionalChinese.distance(.minutes(80)) == "1 小時 20 分鐘後")
        #expect(Language.simplifiedChinese.distance(.zero - .hours(2)) == "2 小时前")
        #expect(Language.simplifiedChinese.distance(.zero) == "现在")
        #expect(Language.english.distance(.minutes(80)) == "in 1 h 20 min")
        #expect(Language.english.distance(.zero - .hours(2)) == "2 h ago")
        #expect(Language.english.distance(.zero) == "now")
    }

    @Test("Why a message was not sent stands behind what is said of it")
    func reasons() {
        #expect(Language.simplifiedChinese.told(because: "no connection") == "：服务器连不上")
        #expect(Language.english.told(because: "no connection: errno 111") == ": the server cannot be reached")
    }
}
