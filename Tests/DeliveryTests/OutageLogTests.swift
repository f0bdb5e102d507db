import AlarmCore
import Testing

@testable import Delivery

@Suite("Reporting a service's outages to the operator")
struct OutageLogTests {
    private let clock = TestClock()
    private let log = CapturedLog()
    private var trouble: OutageLog { OutageLog(service: "post", logger: log.logger, now: { [clock] in clock.now }) }

    @Test("The same trouble is logged once a minute, another at once")
    func once() {
        let trouble = trouble
        for _ in 0..<10 {
            trouble.failed("no stamps")
            clock.advance(by: .seconds(7))
        }
        #expect(log.lines.count == 2)
        trouble.failed("no paper")
        #expect(log.lines.count == 3)
        #expect(log.lines.allSatisfy { $0.hasPrefix("error: ") && $0.contains("service=post") })
        #expect(log.lines[2].contains("reason=no paper"))
    }

    @Test("A recovery is logged once, with the number of failures")
    func again() {
        let trouble = trouble
        trouble.worked()
        #expect(log.lines.isEmpty)
        for _ in 0..<3 { trouble.failed("no stamps") }
        trouble.worked()
        trouble.worked()
        #expect(log.lines.count == 2)
        #expect(log.lines[1].hasPrefix("notice: ") && log.lines[1].contains("failures=3"))
    }

    @Test("A clock that is set back silences nothing")
    func setBack() {
        let trouble = trouble
        trouble.failed("no stamps")
        clock.advance(by: -.hours(5))
        trouble.failed("no stamps")
        #expect(log.lines.count == 2)
    }
}
