import AlarmCore
import AlarmWire
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
        let line = accepted(.blocked).headline(for: "Ben", at: "07:00, in 8h")
        #expect(line.hasPrefix("Ben's phone cannot be reached: ask Ben to open the app. "))
        #expect(line.contains("07:00, in 8h") && !line.contains("Set for"))
    }

    @Test("Any other is set", arguments: [AlarmState.scheduled, .armed, .ringing])
    func set(state: AlarmState) {
        let alarm = accepted(state)
        #expect(alarm.headline(for: "Ben", at: "07:00, in 8h") == "Set for Ben at 07:00, in 8h. Alarm \(alarm.id)")
    }

    @Test("One that is moved while the phone cannot be reached is not called set either")
    func moved() {
        let line = accepted(.blocked).headline(for: "Ben", movedTo: "08:00, in 9h")
        #expect(line.hasPrefix("Ben's phone cannot be reached: ask Ben to open the app. "))
        #expect(line.hasSuffix("the alarm waits, now for 08:00, in 9h; revision 1."))
        #expect(accepted(.armed).headline(for: "Ben", movedTo: "08:00, in 9h") == "Now at 08:00, in 9h; revision 1.")
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
                == "BLOCKED: Ben's phone cannot be reached, so “Up” cannot ring: ask Ben to open the app."
        )
    }
}
