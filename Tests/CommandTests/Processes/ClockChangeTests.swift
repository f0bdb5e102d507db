import Foundation
import Testing

@Suite("Notes on clock changes when an alarm is set", .timeLimit(.minutes(10)))
struct ClockChangeTests {
    private struct ClockAnswer: Decodable {
        struct Note: Decodable {
            let local: String
            let offset: String
            let utc: String
            let note: String
        }

        let notes: [Note]
        let nextTimes: [String]
    }

    @Test("An alarm set for a time that the clocks skip or show twice within a year says when it rings then")
    func notes() async throws {
        let home = try Home()
        _ = try await home.withRelay {
            try await home.pair()
            func send(_ more: String...) async throws -> Command.Outcome {
                let arguments = ["alarm", "send", "--profile", "ana", "--zone", "Europe/Berlin"]
                return try await Command.run(arguments + more, in: home)
            }
            // From a January to the next one the clocks change twice, whatever today is.
            let start = "\(Calendar(identifier: .gregorian).component(.year, from: .now) + 1)-01-15T02:30:00"
            let told = try await send("--at", start, "--repeat", "FREQ=DAILY", "Feed the cat")
            #expect(told.status == 0, "\(told.errors)")
            let lines = told.output.split(separator: "\n").filter { $0.hasPrefix("Mind: the clocks ") }
            #expect(lines.count == 2, "\(told.output)")
            #expect(lines.contains { $0.contains("the clocks skip 02:30 on ") && $0.hasSuffix(": it rings at 03:30.") })
            #expect(lines.contains { $0.hasPrefix("Mind: the clocks show 02:30 twice on ") })

            let data = try await send("--at", start, "--repeat", "FREQ=DAILY", "--json", "Feed the cat")
            let answer = try JSONDecoder().decode(ClockAnswer.self, from: Data(data.output.utf8))
            #expect(Set(answer.notes.map { $0.local.suffix(8) }) == ["02:30:00", "03:30:00"])
            #expect(answer.notes.allSatisfy { $0.offset == "+02:00" && $0.utc.hasSuffix("Z") && !$0.note.isEmpty })

            // A rule that begins on the day of the change is moved on that day only.
            let day = try #require(answer.notes.first { $0.local.hasSuffix("03:30:00") }).local.prefix(10)
            let begun = try await send("--at", "\(day)T02:30:00", "--repeat", "FREQ=DAILY", "--json", "Feed the cat")
            let times = try JSONDecoder().decode(ClockAnswer.self, from: Data(begun.output.utf8)).nextTimes
            #expect(times.map { $0.suffix(10) } == ["T01:30:00Z", "T00:30:00Z", "T00:30:00Z", "T00:30:00Z"])

            let quiet = try await send("--at", "07:00", "--repeat", "FREQ=DAILY", "Good morning")
            #expect(!quiet.output.contains("Mind: the clocks "), "\(quiet.output)")
        }
    }
}
