import Foundation
import Testing

@Suite("Refusals and their exit codes", .timeLimit(.minutes(10)))
struct RefusalTests {
    /// Arguments, with the expected exit code and standard error.
    struct Case: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let error: String

        init(_ arguments: String..., status: Int32, says error: String) {
            (self.arguments, self.status, self.error) = (arguments, status, error)
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(
        "A usage error ends with 64 and says what to write instead",
        arguments: [
            Case("alarm", "send", "x", status: 64, says: "When? Give --in, as in --in 10m"),
            Case("alarm", "send", "--in", "soon", "x", status: 64, says: "'soon' is no length of time; write 90s, 10m"),
            Case("alarm", "send", "--in", "-5m", "x", status: 64, says: "'-5m' lies in the past"),
            Case("alarm", "send", "--at", "25:00", "x", status: 64, says: "'25:00' is no time; write 7:00, 7am"),
            Case("alarm", "send", "--at", "2026-01-01", "x", status: 64, says: "'2026-01-01' is no time; write 7:00"),
            Case("alarm", "send", "--at", "2026-02-30 7:00", "x", status: 64, says: "has no day 30; it can be 1 to 28"),
            Case("alarm", "send", "--in", "1m", "--sound", "a b", "x", status: 64, says: "a sound's name has 1 to 64"),
            Case("alarm", "send", "--in", "1m", "--repeat", "hourly", "x", status: 64, says: "write daily, weekdays"),
            Case("alarm", "send", "--in", "1m", "--at", "07:00", "x", status: 64, says: "Give --at or --in, not both."),
            Case("alarm", "send", "--in", "1m", "--repeat", "FREQ=HOURLY", "x", status: 64, says: "FREQ"),
            Case(
                "alarm",
                "send",
                "--in",
                "1m",
                "--ttl",
                "25h",
                "x",
                status: 64,
                says: "expected a span from 1s to 24h"
            ),
            Case("alarm", "move", "abc", status: 64, says: "Where to?"),
            Case("alarm", "list", "--profile", "../x", status: 64, says: "../x"),
            Case("pair", "accept", "hello", status: 64, says: "20"),
            Case("pair", "accept", "https://relay.example.org/p#", status: 64, says: "20"),
            Case("pair", "new", "--ttl", "1s", status: 64, says: "expected a span from 1m to 24h"),
            Case("pair", "new", "--name", "a\nb", status: 64, says: "A name has 1 to 256 bytes"),
            Case("listen", "--reply", "hi", status: 64, says: "--reply goes with --answer got-it"),
            Case("serve", "--lisen", "x", status: 64, says: "--listen"),
            Case("nonsense", status: 64, says: "nonsense"),
        ]
    )
    func wrongUse(_ example: Case) async throws {
        try await expect(example)
    }

    @Test(
        "A refusal ends with 1 and says what to do",
        arguments: [
            Case("alarm", "list", status: 1, says: "There is no device default on this machine yet."),
            Case("listen", "--profile", "ben", status: 1, says: "reveille join --profile ben CODE"),
            Case(
                "pair",
                "new",
                "--relay",
                "http://relay.example.org",
                status: 1,
                says: "use https://relay.example.org"
            ),
            Case("policy", "show", "nope", status: 1, says: "There are: care-alert, check-in,"),
            Case("serve", "--listen", "nonsense", status: 1, says: "--listen: \"nonsense\" is not usable"),
            Case("config", "--config", "/nowhere.yaml", status: 1, says: "/nowhere.yaml: cannot be read"),
        ]
    )
    func refused(_ example: Case) async throws {
        try await expect(example)
    }

    @Test("An unreachable relay is a temporary failure, and ends with 75")
    func unreachable() async throws {
        let home = try Home()
        let outcome = try await Command.run("pair", "new", in: home)
        #expect(outcome.status == 75)
        #expect(outcome.errors.hasPrefix("Error: The relay cannot be reached"))
        #expect(outcome.output.isEmpty)
    }

    @Test("A profile name from the environment is checked as well")
    func profileOfEnvironment() async throws {
        let outcome = try await Command.run("pair", "list", in: try Home(), environment: ["REVEILLE_PROFILE": "a/b"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("REVEILLE_PROFILE: \"a/b\""))
    }

    private func expect(_ example: Case) async throws {
        let outcome = try await Command.run(example.arguments, in: try Home())
        #expect(outcome.status == example.status)
        #expect(outcome.errors.contains(example.error), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("Error: "))
        #expect(outcome.output.isEmpty)
    }
}
