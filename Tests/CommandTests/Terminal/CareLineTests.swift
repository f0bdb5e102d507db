import AlarmCore
import AlarmWire
import Engine
import Testing

@testable import reveille

@Suite("What the terminal says of a dweller and of alerts")
struct CareLineTests {
    private let now: Instant
    private let clock: LocalClock

    init() throws {
        let noon = try Instant(iso8601: "2026-07-03T12:00:00Z")
        now = noon
        clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin", source: { noon })
    }

    @Test("A question whose time has come was asked; a later one is to be asked")
    func question() {
        let past = CareStatus(asksAt: now - .minutes(1)).lines(clock)
        #expect(past.contains("was asked at Fri 2026-07-03 13:59 CEST"), "\(past)")
        let later = CareStatus(asksAt: now + .minutes(1)).lines(clock)
        #expect(later.contains("is asked at Fri 2026-07-03 14:01 CEST"), "\(later)")
    }

    @Test("An age is counted by the clock that the relay has corrected")
    func age() {
        let lines = CareStatus(lastActivity: now - .minutes(32), lastSign: now - .minutes(32)).lines(clock)
        #expect(lines.first?.hasSuffix("32 min ago") == true, "\(lines)")
    }

    @Test("An alert that quiet hours hold is said to be raised when they end, and one that a pause holds is not")
    func held() {
        func line(_ reason: CareSettings.Reason) -> String {
            CareAlertView(
                id: DocumentID(high: 1, low: 2),
                circle: CircleID(high: 1, low: 3),
                kind: .fall,
                state: .held,
                held: reason,
                at: now,
                audience: 1,
                notice: "-"
            )
            .line(clock)
        }
        #expect(line(.quietHours).hasSuffix("held (quiet-hours: raised when they end)"))
        #expect(line(.paused).hasSuffix("held (paused)"))
    }
}
