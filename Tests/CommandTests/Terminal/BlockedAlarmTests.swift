import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("An alarm that cannot ring now, as its sender reads of it")
struct BlockedAlarmTests {
    private let due = Instant(seconds: 1_800_000_000)

    private func accepted(_ state: AlarmState) -> AlarmAccepted {
        AlarmAccepted(id: AlarmID(high: 7, low: 7), time: due, state: state, revision: 1)
    }

    @Test("An alarm that the relay blocks is not called set: it says why, and what to do")
    func blocked() {
        let line = accepted(.blocked).headline(for: "Ben", at: "07:00, in 8h", in: .english)
        #expect(line.hasPrefix("Ben's phone cannot be reached: ask Ben to open the app. "))
        #expect(line.contains("07:00, in 8h") && !line.contains("Set for"))
    }

    @Test("Any other is set", arguments: [AlarmState.scheduled, .armed, .ringing])
    func set(state: AlarmState) {
        let alarm = accepted(state)
        let line = alarm.headline(for: "Ben", at: "07:00, in 8h", in: .english)
        #expect(line == "Set for Ben at 07:00, in 8h. Alarm \(alarm.id)")
    }

    @Test("One that is moved while the phone cannot be reached is not called set either")
    func moved() {
        let line = accepted(.blocked).headline(for: "Ben", movedTo: "08:00, in 9h", in: .english)
        #expect(line.hasPrefix("Ben's phone cannot be reached: ask Ben to open the app. "))
        #expect(line.hasSuffix("the alarm waits, now for 08:00, in 9h; revision 1."))
        let moved = accepted(.armed).headline(for: "Ben", movedTo: "08:00, in 9h", in: .english)
        #expect(moved == "Now at 08:00, in 9h; revision 1.")
    }

    @Test("The notice says what to do as well")
    func notice() {
        let notice = AlarmNotice(
            stage: PushStage(.blocked),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: due,
            text: "Up",
            partnerName: "Ben"
        )
        #expect(
            notice.news(in: .english)
                == "BLOCKED: Ben's phone cannot be reached, so “Up” may not ring: ask Ben to open the app."
        )
    }

    /// An alarm whose phone cannot be reached.
    private func view(_ deliveries: [DeliveryFunnel]) -> AlarmView {
        AlarmView(
            id: AlarmID(high: 7, low: 7),
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            direction: .outgoing,
            state: .blocked,
            revision: 1,
            time: due,
            ttl: .hours(1),
            sound: "default",
            setAt: due,
            deliveries: deliveries
        )
    }

    @Test("A phone that has the alarm and cannot be reached is not said not to ring", arguments: Language.allCases)
    func received(language: Language) {
        let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC").speaking(language)
        let notice = AlarmNotice(
            stage: PushStage(.blocked),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: due,
            text: "Up",
            partnerName: "Ben"
        )
        let plain = notice.news(in: language)
        #expect(notice.news(of: view([DeliveryFunnel(device: 1, relayed: due)]), clock) == plain)
        for funnel in [DeliveryFunnel(device: 1, received: due), DeliveryFunnel(device: 1, armed: due)] {
            let news = notice.news(of: view([funnel]), clock)
            #expect(news != plain)
            guard language == .english else { continue }
            #expect(news.contains("It has “Up”, and may ring by itself, or have rung: nobody knows."), "\(news)")
        }
    }

    @Test("`alarm show` says so too, and nothing of it where no phone has the alarm")
    func shown() {
        let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
        func state(_ deliveries: [DeliveryFunnel]) -> String? {
            let listing = AlarmListing(view: view(deliveries), words: .verified("Up"), partnerName: "Ben")
            return listing.facts((.listFactTo, "Ben"), clock).map(\.1).first { $0.hasPrefix("blocked") }
        }
        #expect(state([DeliveryFunnel(device: 1, relayed: due)])?.contains("nobody knows") == false)
        let held = state([DeliveryFunnel(device: 1, received: due)])
        #expect(held?.contains("the phone has it, and may ring by itself, or have rung: nobody knows") == true)
    }
}
