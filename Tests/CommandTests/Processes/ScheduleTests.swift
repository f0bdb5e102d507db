import Foundation
import Testing

@Suite("reveille schedule next", .timeLimit(.minutes(10)))
struct ScheduleTests {
    private func next(
        _ rule: String,
        _ start: String,
        _ zone: String,
        _ more: String...
    ) async throws -> Command.Outcome {
        try await Command.run(
            ["schedule", "next", "--rule", rule, "--start", start, "--zone", zone] + more,
            in: try Home()
        )
    }

    @Test("It shows every time in the zone and in UTC, and marks those that a clock change affects")
    func table() async throws {
        let outcome = try await next("FREQ=WEEKLY;BYDAY=MO", "2027-03-22T02:30:00", "Europe/Berlin", "--count", "3")
        #expect(
            outcome.output == """
                LOCAL                OFFSET  UTC                   NOTE
                2027-03-22T02:30:00  +01:00  2027-03-22T01:30:00Z
                2027-03-29T02:30:00  +02:00  2027-03-29T00:30:00Z  \
                the clocks have been put forward since the time before: 1h earlier in UTC
                2027-04-05T02:30:00  +02:00  2027-04-05T00:30:00Z

                """
        )
        #expect(outcome.status == 0)
    }

    @Test("The JSON is one list of objects with four members, and null for no note")
    func json() async throws {
        let outcome = try await next("FREQ=DAILY", "2027-03-27T02:30:00", "Europe/Berlin", "--count", "2", "--json")
        #expect(
            outcome.output == """
                [{"local":"2027-03-27T02:30:00","offset":"+01:00","utc":"2027-03-27T01:30:00Z","note":null},\
                {"local":"2027-03-28T03:30:00","offset":"+02:00","utc":"2027-03-28T01:30:00Z",\
                "note":"the clocks skip 02:30 on 2027-03-28: it rings at 03:30"}]

                """
        )
    }

    @Test("Ten times are shown by default, and a rule that ends says so")
    func ends() async throws {
        let ten = try await next("FREQ=DAILY", "2027-01-01T07:00:00", "Asia/Tokyo")
        #expect(ten.output.split(separator: "\n").count == 11)
        let two = try await next("FREQ=DAILY;COUNT=2", "2027-01-01T07:00:00", "Asia/Tokyo")
        #expect(two.output.hasSuffix("\nThe rule ends here.\n"))
        let none = try await next("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2027-01-01T07:00:00", "Asia/Tokyo")
        #expect(none.output == "By this rule nothing ever rings.\n")
        let empty = try await next("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2027-01-01T07:00:00", "Asia/Tokyo", "--json")
        #expect(empty.output == "[]\n")
    }

    @Test(
        "An error says what to write instead",
        arguments: [
            ("FREQ=HOURLY", "2027-01-01T07:00:00", "UTC", "use DAILY, WEEKLY, MONTHLY or YEARLY"),
            ("FREQ=WEEKLY;BYDAY=XX", "2027-01-01T07:00:00", "UTC", "'XX' is no value for BYDAY; use MO, TU"),
            ("FREQ=DAILY;BYSETPOS=1", "2027-01-01T07:00:00", "UTC", "part BYSETPOS is not supported; use FREQ"),
            ("FREQ=DAILY", "2027-02-30T07:00:00", "UTC", "--start"),
            ("FREQ=DAILY", "2027-01-01T07:00:00Z", "UTC", "--start"),
            ("FREQ=DAILY", "2027-01-01T07:00:00", "PST", "use an IANA name such as America/New_York"),
        ]
    )
    func refusals(rule: String, start: String, zone: String, says: String) async throws {
        let outcome = try await next(rule, start, zone)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("A number of times that is none, or too many, is refused")
    func counts() async throws {
        for count in ["0", "1001", "x"] {
            let outcome = try await next("FREQ=DAILY", "2027-01-01T07:00:00", "UTC", "--count", count)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("--count"))
        }
    }
}
