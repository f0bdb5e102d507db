import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What commands for families, care circles and reminders answer to whoever reads Chinese")
struct CircleAnswerLanguageTests {
    private let time = Instant(seconds: 1_800_000_000)
    private let ana = PersonID(high: 1, low: 1)
    private let kim = PersonID(high: 1, low: 2)
    private let clock = ChineseTexts.clock(.traditionalChinese)

    private func circle(_ kind: Circle.Kind = .family, _ news: [FamilyNews] = []) -> CircleView {
        let (first, second): (Role, Role) = kind == .family ? (.parent, .child) : (.dweller, .member)
        return CircleView(
            Circle(id: CircleID(high: 2, low: 1), kind: kind, since: time, name: "家"),
            members: [
                CircleMemberView(person: ana, isSelf: true, role: first, displayName: "安", since: time),
                CircleMemberView(person: kim, isSelf: false, role: second, displayName: "金", since: time),
            ],
            news: news
        )
    }

    @Test("The list of circles and the table of one's people are in it", arguments: ChineseTexts.languages)
    func tables(language: Language) {
        let clock = ChineseTexts.clock(language)
        let head = TextTable(["NAME", "KIND", "YOU ARE", "PEOPLE", "SINCE", "ID"], in: language).lines
        ChineseTexts.expect(head, keeping: ["ID"])
        for kind in Circle.Kind.allCases {
            for limit in [Span.zero, .minutes(30)] {
                for isReadable in [false, true] {
                    var circle = circle(kind)
                    (circle.snoozeLimit, circle.relayMayReadTitles) = (limit, isReadable)
                    let said = circle.headLines(clock) + circle.table(clock).lines + circle.row(clock)
                    ChineseTexts.expect(said, keeping: ["ID"])
                }
            }
        }
    }

    @Test("A family is shown in Chinese words, and in English ones as before")
    func family() {
        var family = circle()
        family.snoozeLimit = .minutes(30)
        #expect(
            family.headLines(clock) == [
                "「家」，家庭，自週五 2027-01-15 08:00 UTC 起",
                "提醒最多可延後到原定時間後 30 分鐘。提醒的標題已加密。",
            ]
        )
        #expect(family.row(clock).prefix(4) == ["家", "家庭", "家長", "2"])
        #expect(
            family.headLines(ChineseTexts.clock(.english)) == [
                "家, a family since Fri 2027-01-15 08:00 UTC",
                "Its reminders can be put off until 30m past their time. Their titles are sealed.",
            ]
        )
    }

    @Test("What has changed in a family is told in it", arguments: ChineseTexts.languages)
    func news(language: Language) {
        let clock = ChineseTexts.clock(language)
        for count in 1...2 {
            for (name, heir) in [("本", "金"), (nil, nil)] {
                let news = FamilyNews(
                    .left,
                    at: time,
                    name: name,
                    heir: heir,
                    handedOver: count,
                    deleted: count,
                    places: count
                )
                ChineseTexts.expect([news.sentence(clock, in: circle())], keeping: [])
            }
        }
        for person in [ana, kim] {
            let news = FamilyNews(.parent, at: time, person: person)
            ChineseTexts.expect([news.sentence(clock, in: circle())], keeping: [])
        }
    }

    @Test("Whoever leaves, or takes somebody out, is asked and answered in it", arguments: ChineseTexts.languages)
    func leaving(language: Language) {
        for kind in Circle.Kind.allCases {
            let circle = circle(kind)
            for heir in [circle.members[1], nil] {
                for count in [nil, 0, 1, 2] {
                    let leaving = LeavingCircle(
                        circle: circle,
                        heir: heir,
                        isDweller: kind == .care,
                        reminders: count
                    )
                    let removal = MemberRemoval(
                        member: circle.members[1],
                        circle: circle,
                        heir: heir,
                        reminders: count
                    )
                    let said = [
                        leaving.question(in: language), leaving.answer(in: language), removal.question(in: language),
                        removal.answer(in: language),
                    ]
                    ChineseTexts.expect(said.map(ChineseTexts.withoutCommands), keeping: [])
                }
            }
        }
    }

    @Test("What is asked and said of leaving a family is whole in both languages")
    func left() {
        let family = circle()
        let leaving = LeavingCircle(circle: family, heir: family.members[1], isDweller: false, reminders: 2)
        #expect(
            leaving.question(in: .english)
                == "Leave 家 and cancel what is pending from and to you, and pass your reminders for others on to 金?"
        )
        #expect(leaving.answer(in: .english) == "You left 家. Your reminders for others are 金's now.")
        #expect(leaving.answer(in: .traditionalChinese) == "您已離開「家」。您為他人設定的提醒現在由金負責。")
        let lost = LeavingCircle(circle: family, heir: nil, isDweller: false, reminders: 2)
        #expect(
            lost.answer(in: .english) == "You left 家. 2 open reminders that you had set for others are deleted."
        )
        let none = LeavingCircle(circle: family, heir: nil, isDweller: false, reminders: 0)
        #expect(none.answer(in: .english) == "You left 家.")
    }

    @Test("That nobody looks after the dweller then is said in it", arguments: ChineseTexts.languages)
    func helpLost(language: Language) {
        let care = circle(.care)
        for endedAt in [time, nil] {
            for member in care.members {
                var alert = CareAlertView(
                    id: DocumentID(high: 1, low: 1),
                    circle: care.id,
                    kind: .fall,
                    state: .acknowledged,
                    at: time,
                    audience: 1,
                    notice: "-"
                )
                alert.endedAt = endedAt
                for isTold in [true, false] {
                    let said = alert.helpLost(
                        by: member,
                        in: care,
                        whichIsTold: isTold,
                        flag: "",
                        ChineseTexts.clock(language)
                    )
                    ChineseTexts.expect([ChineseTexts.withoutCommands(said)], keeping: [])
                }
            }
        }
    }

    @Test("Whoever leaves a person alone reads that nobody is told, and otherwise who is")
    func helpLostWithoutOthers() {
        let care = circle(.care)
        let alert = CareAlertView(
            id: DocumentID(high: 1, low: 1),
            circle: care.id,
            kind: .fall,
            state: .acknowledged,
            at: time,
            audience: 1,
            notice: "-"
        )
        func said(_ isTold: Bool) -> String {
            alert.helpLost(
                by: care.members[1],
                in: care,
                whichIsTold: isTold,
                flag: "",
                ChineseTexts.clock(.english)
            )
        }
        #expect(
            said(false).contains("Then nobody does, and nobody else in the circle is told of it."),
            "\(said(false))"
        )
        #expect(!said(true).contains("the others are told so"), "\(said(true))")
        #expect(
            said(true).contains("who may know of such an alert, and have not switched alerts off, are told so"),
            "\(said(true))"
        )
    }

    @Test("Only those count as told who may know of the alert, and have not switched alerts off")
    func toldBesides() {
        let (ben, cat) = (PersonID(high: 1, low: 3), PersonID(high: 1, low: 4))
        func member(
            _ person: PersonID,
            _ permissions: Set<Permission>?,
            _ alerts: AlertSwitch? = nil,
            isSelf: Bool = false
        ) -> CircleMemberView {
            CircleMemberView(
                person: person,
                isSelf: isSelf,
                role: .member,
                since: time,
                permissions: permissions,
                alerts: alerts
            )
        }
        func tells(_ others: [CircleMemberView], audience: Int?) -> Bool {
            var care = circle(.care)
            let own = member(ben, [.alert(.fall)], isSelf: true)
            care.members = [care.members[0], own] + others
            return care.mayTell(of: .fall, besides: own, audience: audience, at: time)
        }
        #expect(!tells([], audience: 1), "nobody else is there")
        #expect(!tells([member(cat, nil, .off(until: nil))], audience: 1), "alerts are off")
        #expect(!tells([member(cat, nil)], audience: 1), "nobody but the leaver is told of any alert")
        #expect(tells([member(cat, nil)], audience: 2))
        #expect(tells([member(cat, nil)], audience: nil), "an older relay does not say how many are told")
        #expect(!tells([member(cat, [.alertManual])], audience: 2), "the dweller sees that they may not know of falls")
        #expect(tells([member(cat, [.alert(.fall)])], audience: 2))
    }

    @Test("The question whether to join names the circle and the role in it")
    func joining() {
        #expect(
            Language.traditionalChinese.question(ofJoining: .care, as: nil, letBy: "安")
                == "安讓您加入照護圈，身分：成員。要加入嗎？"
        )
        #expect(
            Language.english.question(ofJoining: .family, as: .child, letBy: "Ana")
                == "Ana lets you into a family, as child. Join?"
        )
    }

    private func reminder(completion: Reminder.Completion? = nil) throws -> ReminderView {
        let details = try ReminderDetails(assignee: kim, title: "琴", schedule: .at(time))
        let reminder = Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: CircleID(high: 2, low: 1),
            creator: ana,
            details: details,
            due: time,
            completion: completion
        )
        return ReminderView(reminder)
    }

    @Test("What is done about a reminder is answered in it", arguments: ChineseTexts.languages)
    func reminders(language: Language) throws {
        let clock = ChineseTexts.clock(language)
        let (open, late) = (try reminder(), Instant(seconds: 4_000_000_000))
        let done = [time, late].map { Reminder.Completion(at: $0, by: kim) }
        var said = [
            open.sentence(ofSettingIn: circle(), on: clock, zone: nil), open.sentence(ofChangeOn: clock),
            open.remarkOnReadableTitle(in: language).map { $0.replacing(/circle change/, with: "") } ?? "",
            open.sentence(ofUndoing: true, on: clock), open.sentence(ofUndoing: false, on: clock),
            ReminderListing(view: open).sentence(ofStayingPutOffIn: circle(), clock),
        ]
        said += try [nil, done[0], done[1]].map { completion in
            try reminder(completion: completion).sentence(ofCompletionOn: clock, undoneBy: "reveille reminder undo")
        }
        said += ReminderSilence.allCases.map { $0.sentence(of: open.reminder, in: circle(), language) }
        ChineseTexts.expect(said.map(ChineseTexts.withoutCommands), keeping: ["readable"])
        if language == .traditionalChinese {
            #expect(open.sentence(ofChangeOn: clock) == "提醒已更改：週五 2027-01-15 08:00 UTC 到期。")
        }
    }
}
