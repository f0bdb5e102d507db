import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What is said of an alarm that is taken back or moved, or whose pair ends")
struct CancellationTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
    private let due = Instant(seconds: 1_800_000_000)
    private let id = AlarmID(high: 7, low: 7)
    private let pair = PairID(high: 1, low: 1)

    private func view(
        _ state: AlarmState,
        ending: AlarmView.Ending? = nil,
        _ direction: AlarmView.Direction = .outgoing,
        preset: String? = nil,
        _ deliveries: [DeliveryFunnel] = []
    ) -> AlarmView {
        AlarmView(
            id: id,
            pair: pair,
            setBy: PersonID(high: 2, low: 2),
            preset: preset,
            direction: direction,
            state: state,
            revision: 1,
            time: due,
            ttl: .hours(1),
            sound: "default",
            setAt: due - .hours(2),
            ending: ending,
            last: ending.map { PastOccurrence(time: due, ending: $0, at: due + .minutes(1)) },
            deliveries: deliveries
        )
    }

    private func listing(_ view: AlarmView) -> AlarmListing {
        AlarmListing(view: view, words: .verified("Up"), partnerName: "Ben")
    }

    private func line(_ before: AlarmView?, _ after: AlarmView? = nil) -> String {
        Cancellation(id: id, before: before.map(listing), after: after.map(listing)).line(clock)
    }

    private func text(_ json: JSONValue) -> String { String(decoding: json.text, as: UTF8.self) }

    private var cancelled: String { "Alarm \(id) is cancelled." }
    private var armed: [DeliveryFunnel] { [DeliveryFunnel(device: 1, received: due, armed: due)] }

    @Test("One that no phone has is cancelled, and nothing more is said")
    func unheld() {
        let received = [DeliveryFunnel(device: 1, received: due)]
        let after = view(.cancelled, ending: .cancelled, .outgoing, received)
        for before in [nil, view(.scheduled), view(.ringing, .outgoing, received)] {
            #expect(line(before, after) == cancelled)
            #expect(line(before) == cancelled)
        }
    }

    @Test("One that a phone has armed, or has out of reach, may still ring: whoever takes it back reads so")
    func held() {
        let after = view(.cancelled, ending: .cancelled, .outgoing, armed)
        let said = """
            \(cancelled) Ben's phone has it and may not have heard of that yet: it may still ring by itself if it is \
            offline.
            """
        #expect(line(view(.armed, .outgoing, armed), after) == said)
        #expect(line(view(.scheduled), after) == said, "armed in the meantime")
        let received = [DeliveryFunnel(device: 1, received: due)]
        #expect(line(view(.blocked, .outgoing, received), after) == said)
        let two = armed + [DeliveryFunnel(device: 2, armed: due)]
        #expect(
            line(view(.armed, .outgoing, two), after)
                == """
                \(cancelled) Ben's phones have it and may not have heard of that yet: they may still ring by themselves \
                if they are offline.
                """
        )
        let own = line(view(.armed, .incoming, armed), view(.cancelled, ending: .declined, .incoming, armed))
        #expect(own.hasPrefix("\(cancelled) A phone of yours has it "))
        let family = line(view(.armed, .outgoing, preset: EscalationPolicy.reminder.name, armed))
        #expect(family.hasPrefix("\(cancelled) A phone there has it "))
    }

    @Test(
        "One that is over is not called cancelled: it says how it ended, and when",
        arguments: [
            (AlarmState.acknowledged, AlarmView.Ending.answered, "answered"), (.missed, .missed, "missed"),
            (.cancelled, .declined, "declined"), (.acknowledged, .dismissed, "dismissed"),
        ]
    )
    func over(state: AlarmState, ending: AlarmView.Ending, words: String) {
        let ended = view(state, ending: ending, .outgoing, armed)
        let said = """
            Alarm \(id) was over already since \(clock.text(due + .minutes(1))): \(words). There was nothing left to take \
            back.
            """
        #expect(line(ended, ended) == said)
        #expect(line(view(.ringing), ended) == said, "it ended just before")
        let json = text(Cancellation(id: id, before: listing(ended)).json)
        #expect(json == #"{"id":"\#(id)","state":"\#(state.rawValue)","ending":"\#(ending.rawValue)"}"#)
    }

    @Test("What its receiver declines by taking it back is not over already")
    func declined() {
        let after = view(.cancelled, ending: .declined, .incoming)
        #expect(line(view(.scheduled, .incoming), after) == cancelled)
        #expect(line(after, after).contains("was over already"))
        let json = text(Cancellation(id: id, before: listing(view(.armed)), after: listing(after)).json)
        #expect(json == #"{"id":"\#(id)","state":"cancelled","mayRing":true}"#)
    }

    @Test("`alarm show` says of one taken back that an armed phone may ring all the same", arguments: Language.allCases)
    func shown(language: Language) {
        let clock = clock.speaking(language)
        func state(_ view: AlarmView) -> String? {
            let name = language.text(.listFactState)
            return listing(view).facts((.listFactTo, "Ben"), clock).first { $0.0 == name }?.1
        }
        for ending in [AlarmView.Ending.cancelled, .ended] {
            let plain = state(view(.cancelled, ending: ending))
            let held = state(view(.cancelled, ending: ending, .outgoing, armed))
            #expect(held != plain)
            guard language == .english else { continue }
            #expect(held?.contains("if it was offline, it may ring by itself, or have rung") == true)
        }
        let answered = view(.acknowledged, ending: .answered)
        #expect(state(view(.acknowledged, ending: .answered, .outgoing, armed)) == state(answered))
    }

    @Test("Of a former time it is said which phone has it, and when it rings")
    func moved() {
        let phones = OfflinePhones(holding: listing(view(.armed, .outgoing, armed)))
        #expect(phones?.ringsAt == due)
        #expect(
            phones?.remark(onTime: "10:47:45", in: .english)
                == """
                Ben's phone has it for 10:47:45 and may not have heard of the change yet: if it is offline, it may still \
                ring then.
                """
        )
        #expect(OfflinePhones(holding: listing(view(.scheduled))) == nil)
        let blocked = AlarmAccepted(id: id, time: due, state: .blocked, revision: 2)
        let headline = blocked.headline(for: "Ben", movedTo: "08:00", isHeld: true, in: .english)
        #expect(!headline.contains("nothing rings there") && headline.contains("until then it hears of no change"))
        let accepted = AlarmAccepted(id: id, time: due, state: .scheduled, revision: 2)
        #expect(accepted.json(mayRingAt: nil) == accepted.json)
        #expect(text(accepted.json(mayRingAt: due)).hasSuffix(#","mayRingAt":"\#(due.iso8601)"}"#))
    }

    @Test("The end of a pair names what phones have of it, in both directions, and nothing where they have nothing")
    func pairEnd() {
        #expect(PairEnd([view(.scheduled), view(.ringing)], of: pair).remarks(name: "Ben", in: .english) == [])
        #expect(PairEnd([view(.armed)], of: PairID(high: 9, low: 9)).remarks(name: "Ben", in: .english) == [])
        let remarks = PairEnd([view(.armed), view(.armed, .incoming)], of: pair).remarks(name: "Ben", in: .english)
        #expect(
            remarks == [
                """
                Ben's phone has 1 alarm of yours and may not have heard of the end yet: if it is offline, it may still \
                ring for it by itself.
                """,
                """
                A phone of yours has 1 alarm from Ben: if it is offline now, it may still ring for it by itself until it \
                hears of this.
                """,
            ]
        )
    }

    @Test("Whoever cannot move an alarm reads who can, and what else can be done")
    func notMovable() {
        func said(_ view: AlarmView?, _ error: DeviceError) -> String? {
            CommandFailure(
                move: "AaIX",
                of: view.map(listing),
                refusedBy: error,
                " --profile ben",
                in: .english
            )?.message
        }
        let unknown = DeviceError.unknownAlarm(id)
        #expect(
            said(view(.armed, .incoming), unknown)
                == """
                Only Ben, who has set this alarm, can move it. You can decline it with \
                'reveille alarm cancel --profile ben \(id)', or put it off when it rings, with 's' in \
                'reveille listen --profile ben'.
                """
        )
        #expect(said(view(.armed), unknown)?.hasPrefix("You have set this alarm on another device: ") == true)
        let reminder = view(.armed, .incoming, preset: EscalationPolicy.reminder.name)
        #expect(said(reminder, unknown)?.contains("change that, and it follows") == true)
        let none = """
            There is no alarm AaIX that you have set or that rings for you, or it ended long ago. See \
            'reveille alarm list --profile ben' for the ids.
            """
        #expect(said(nil, unknown) == none)
        #expect(said(nil, .refused(Problem(.notFound), retryAfter: nil)) == none)
        #expect(said(view(.armed), .nothingToChange) == nil)
        #expect(CommandFailure(noAlarm: "AaIX", " --profile ben", in: .english).message == none)
    }
}
