import AlarmCore
import Engine
import RelayServer
import Testing

@Suite("Whether only a restart would help")
struct AlarmPathWatchTests {
    private static let start = Instant(seconds: 1_800_000_000)

    /// An audit `seconds` after the start, at which the earliest wake is overdue by a number of seconds.
    private static func report(
        at seconds: Int64,
        overdue: Int64?,
        failing: Set<HealthCheck.Name> = []
    ) -> AuditReport {
        AuditReport(
            at: start + .seconds(seconds),
            checks: HealthCheck.Name.allCases.map { name in
                HealthCheck(name, failing.contains(name) ? .failing : .ok)
            },
            backlog: overdue.map { .init(overdueWake: .seconds($0), outboxAge: .zero, expiredLeases: 0) }
        )
    }

    /// What one watch says of audits, one after another.
    private static func verdicts(_ reports: [AuditReport]) -> [Bool] {
        var watch = AlarmPathWatch()
        return reports.map { watch.isAlive($0) }
    }

    @Test("A wake that stays overdue from one audit to the next is no sign of life")
    func stuck() {
        let verdicts = Self.verdicts([
            Self.report(at: 0, overdue: 0),
            Self.report(at: 60, overdue: 40, failing: [.scheduler]),
            Self.report(at: 120, overdue: 100, failing: [.scheduler]),
            Self.report(at: 135, overdue: 115, failing: [.scheduler]),
            Self.report(at: 150, overdue: 0),
        ])
        #expect(verdicts == [true, true, false, false, true])
    }

    @Test("After a long absence, a relay that works through what is overdue lives")
    func catchingUp() {
        let reports = (0..<5).map { (minute: Int64) in
            Self.report(at: minute * 60, overdue: 3600 - minute, failing: [.scheduler])
        }
        #expect(Self.verdicts(reports) == [true, true, true, true, true])
    }

    @Test("A store that does not answer or takes nothing is no sign of life; a failing gateway or clock is no fault")
    func parts() {
        let verdicts = Self.verdicts([
            Self.report(at: 0, overdue: nil, failing: [.store]),
            Self.report(at: 0, overdue: 0, failing: [.store]),
            Self.report(at: 0, overdue: 0, failing: [.gateway, .outbox, .letters, .zones, .clock]),
        ])
        #expect(verdicts == [false, false, true])
    }
}
