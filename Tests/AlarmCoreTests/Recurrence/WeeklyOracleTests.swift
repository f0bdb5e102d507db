import AlarmCore
import Foundation
import Testing

@Suite("Weekly rules against libical")
struct WeeklyOracleTests {
    private struct Case {
        let rule: RecurrenceRule
        let start: LocalDateTime

        /// Whether libical 3.0.16 comes a week early and leaves out the start, against the RFC and python-dateutil.
        ///
        /// It does where the start is not the first of the rule's days in its week and a Sunday stands between the week's
        /// beginning and that first day. What is left out here is compared with python-dateutil instead.
        var isMistaken: Bool {
            func place(_ day: Weekday, from first: Weekday) -> Int {
                (day.rawValue - first.rawValue + 7) % 7
            }
            guard rule.interval > 1,
                let first = rule.weekdays.map(\.weekday).min(by: {
                    place($0, from: rule.weekStart) < place($1, from: rule.weekStart)
                })
            else { return false }
            return first != start.date.weekday && place(first, from: .sunday) < place(rule.weekStart, from: .sunday)
        }
    }

    /// The most times of one rule that are compared.
    private static let limit = 30

    /// The weekly cases of libical's src/test/icalrecur_test.txt, most of them from RFC 5545, section 3.8.5.3.
    ///
    /// But for two with `BYSETPOS` and one with a semicolon at its end, which are no rules here.
    private static let published = [
        ("FREQ=WEEKLY;COUNT=10", "1997-09-02T09:00:00"),
        ("FREQ=WEEKLY;UNTIL=19971224T000000Z", "1997-09-02T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=13", "1997-09-02T09:00:00"),
        ("FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997-09-02T09:00:00"),
        ("FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997-09-02T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=4;BYDAY=SU;COUNT=4", "2015-03-22T00:00:00"),
        ("FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", "1997-09-01T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=MO,WE,FR;COUNT=10", "1997-09-01T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05T09:00:00"),
        ("FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=MO", "2014-10-06T09:00:00"),
        ("FREQ=WEEKLY;COUNT=35;BYDAY=SU,TH", "2011-11-20T10:00:00"),
        ("FREQ=WEEKLY;UNTIL=20170127T000000Z;WKST=MO;BYDAY=SU,TU,TH;INTERVAL=2", "2016-12-29T09:00:00"),
        ("FREQ=WEEKLY;BYDAY=WE,FR;INTERVAL=2;COUNT=4", "2019-01-01T10:00:00"),
        ("FREQ=WEEKLY;COUNT=3;BYDAY=SU,TH,TH", "2011-11-20T10:00:00"),
    ]

    @Test(
        "Libical's own cases, and a thousand random ones, come at the times that libical finds",
        .enabled(if: Oracle.isLibicalNeeded),
        arguments: [7] as [UInt64]
    )
    func weekly(seed: UInt64) throws {
        var cases = try Self.published.map { Case(rule: try RecurrenceRule($0), start: try local($1)) }
        var generator = RuleGenerator(seed: seed)
        // A start that is none of its rule's times has no meaning (RFC 5545, section 3.8.5.3), and is not asked about.
        while cases.count < Self.published.count + 1000 {
            let start = generator.start()
            let one = Case(rule: try generator.rule(.weekly, hitting: start), start: start)
            if !one.isMistaken { cases.append(one) }
        }
        let answers = try Self.ask(cases)
        var (compared, ends) = (0, 0)
        for (one, answer) in zip(cases, answers) {
            let expected = try answer.split(separator: " ").map { try local(String($0)) }
            let found = Recurrence(rule: one.rule, start: one.start, zone: .utc).occurrences()
                .prefix(Self.limit).prefix { $0.nominal.date.year < 2060 }.map(\.nominal)
            #expect(found == expected, "seed \(seed): \(one.rule) from \(one.start)")
            compared += expected.count
            ends += expected.count < Self.limit ? 1 : 0
        }
        #expect(compared > 15_000 && ends > 200, "\(compared) times, \(ends) ends")
    }

    private static func ask(_ cases: [Case]) throws -> [Substring] {
        let lines = cases.map { "\($0.rule) \($0.start.iso8601.filter { $0 != "-" && $0 != ":" }) \(limit)\n" }
        let answers = try Oracle.answer(ofC: "recurrences.c", linking: "ical", input: lines.joined())
            .split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count >= cases.count)
        return answers
    }
}
