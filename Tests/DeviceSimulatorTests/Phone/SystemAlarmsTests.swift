import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit
@testable import DeviceSimulator

@Suite("The system's own alarms")
struct SystemAlarmsTests {
    private let due = PhoneBench.start + .minutes(1)

    private func alarm(_ id: AlarmID) -> IncomingAlarm {
        IncomingAlarm(
            stage: .handoff,
            id: id,
            revision: 1,
            time: due,
            sound: "default",
            words: .unverified(.missing),
            isLate: false
        )
    }

    @Test("They are taken out in the order of their times, and each once")
    func order() throws {
        var alarms = SystemAlarms()
        try alarms.register(alarm(.first), at: due + .seconds(5), in: PhoneState())
        try alarms.register(alarm(.second), at: due, in: PhoneState())
        #expect(alarms.next == due)
        #expect(alarms.takeDue(at: due - .milliseconds(1)).isEmpty)
        #expect(alarms.takeDue(at: due + .seconds(5)).map(\.alarm.id) == [.second, .first])
        #expect(alarms.takeDue(at: due + .hours(1)).isEmpty)
        #expect(alarms.next == nil)
    }

    @Test("The limit refuses another one, and lets one be replaced")
    func limit() throws {
        let state = PhoneState(alarmKit: .limited(1))
        var alarms = SystemAlarms()
        try alarms.register(alarm(.first), at: due, in: state)
        #expect(throws: SystemAlarms.Refusal.limitReached(1)) {
            try alarms.register(alarm(.second), at: due, in: state)
        }
        try alarms.register(alarm(.first), at: due + .hours(1), in: state)
        #expect(alarms.next == due + .hours(1))
        let removals = [alarms.remove(.first), alarms.remove(.first)]
        #expect(removals == [true, false])
        try alarms.register(alarm(.second), at: due, in: state)
    }

    @Test(
        "Nothing is registered where the user has not allowed it, or before iOS 26",
        arguments: [
            (PhoneState(alarmKit: .refused), SystemAlarms.Refusal.notAuthorized),
            (PhoneState(alarmKit: .undetermined), .notAuthorized),
            (PhoneState(alarmKit: .limited(0)), .limitReached(0)),
            (PhoneState(system: SystemVersion(18, 5)), .unavailable),
        ]
    )
    func refused(state: PhoneState, refusal: SystemAlarms.Refusal) {
        var alarms = SystemAlarms()
        #expect(throws: refusal) { try alarms.register(alarm(.first), at: due, in: state) }
        #expect(alarms.entries.isEmpty)
    }
}
