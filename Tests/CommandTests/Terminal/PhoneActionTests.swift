import AlarmCore
import DeviceSimulator
import Testing

@testable import reveille

@Suite("What is typed to a virtual phone")
struct PhoneActionTests {
    @Test(
        "Words are read without regard to case and spaces",
        arguments: [
            ("look", PhoneAction.look), (" Offline ", .offline), ("focus", .focus(.on)),
            ("FOCUS  strict", .focus(.strict)), ("focus off", .focus(.off)), ("quit", .forceQuit), ("?", .help),
            ("g On my way", .answer(.gotIt(reply: "On my way"))), ("s", .answer(.snooze(.minutes(9)))),
            ("s 5", .answer(.snooze(.minutes(5)))), ("d", .answer(.dismiss)),
        ]
    )
    func read(line: String, action: PhoneAction) {
        #expect(PhoneAction(line, snooze: .minutes(9)) == action)
    }

    @Test("Anything else means nothing", arguments: ["", "ring", "focus none", "s soon", "d now"])
    func nonsense(line: String) {
        #expect(PhoneAction(line, snooze: .minutes(9)) == nil)
    }

    @Test("A change changes the one thing that it names")
    func changes() {
        var state = PhoneState(system: SystemVersion(18, 5))
        PhoneAction.unlock.change(&state)
        PhoneAction.silent.change(&state)
        PhoneAction.focus(.strict).change(&state)
        PhoneAction.offline.change(&state)
        #expect(
            state.summary
                == "iOS 18.5, unlocked, offline, silent, Focus that lets nothing through, AlarmKit undetermined"
        )
        PhoneAction.lock.change(&state)
        PhoneAction.loud.change(&state)
        PhoneAction.focus(.off).change(&state)
        PhoneAction.online.change(&state)
        #expect(state.summary == "iOS 18.5, locked, AlarmKit undetermined")
        let before = state
        PhoneAction.look.change(&state)
        #expect(state == before)
    }
}
