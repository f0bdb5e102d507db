import Foundation
import Testing

@Suite("Times as people type and read them, by commands alone", .timeLimit(.minutes(10)))
struct TypedTimeTests {
    @Test("Times are read in the zone given last, and listed on the reader's clocks; a move keeps the zone")
    func typed() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let year = Calendar(identifier: .gregorian).component(.year, from: .now) + 1
            let first = try await home.done("alarm", "send", "--at", "\(year)-01-15 7:00", "A", profile: "ana")
            #expect(first.contains("\(year)-01-15 07:00 CET, in "), "\(first)")
            let tokyo = try await home.done(
                "alarm",
                "send",
                "--at",
                "\(year)-01-15T07:00",
                "--zone",
                "Asia/Tokyo",
                "--json",
                "B",
                profile: "ana"
            )
            #expect(tokyo.contains("\(year)-01-14T22:00:00Z"), "\(tokyo)")
            let again = try await home.done("alarm", "send", "--at", "\(year)-01-15 8am", "C", profile: "ana")
            #expect(again.contains("\(year)-01-15 08:00 JST (Asia/Tokyo)"), "\(again)")
            let berlin = try await home.done(
                "alarm",
                "send",
                "--at",
                "7am",
                "--zone",
                "Europe/Berlin",
                "--repeat",
                "weekdays",
                "D",
                profile: "ana"
            )
            #expect(berlin.contains("07:00 CE"), "\(berlin)")

            struct Accepted: Decodable { let id: String }
            let id = try JSONDecoder().decode(Accepted.self, from: Data(tokyo.utf8)).id
            let moved = try await home.done("alarm", "move", id, "--at", "\(year)-01-16 9:30", profile: "ana")
            #expect(moved.contains("\(year)-01-16 09:30 JST (Asia/Tokyo)"), "\(moved)")
            let list = try await home.done("alarm", "list", profile: "ben")
            #expect(list.contains("\(year)-01-16 01:30 CET"), "\(list)")
            let shown = try await home.done("alarm", "show", id, profile: "ben")
            #expect(shown.contains("01:30 CET (09:30 JST, Asia/Tokyo)"), "\(shown)")
            #expect(shown.contains(#/in \d+ (months|days|years)/#), "\(shown)")
            #expect(!shown.contains(#/\dh\d/#), "\(shown)")
        }
    }

    @Test("Tables fit a terminal of 80 columns, whatever the words")
    func narrow() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let words = String(repeating: "Please take the cake out of the oven. ", count: 4)
            let sent = try await home.done("alarm", "send", "--in", "1h", "--json", words, profile: "ana")
            struct Accepted: Decodable { let id: String }
            let id = try JSONDecoder().decode(Accepted.self, from: Data(sent.utf8)).id
            let tables = [
                ["alarm", "list"], ["alarm", "history"], ["pair", "list"], ["device", "list"], ["profile", "list"],
            ]
            for table in tables {
                let profile = table[0] == "profile" ? [] : ["--profile", "ana"]
                let shown = try await Command.run(table + profile, in: home, environment: ["COLUMNS": "80"])
                #expect(shown.status == 0)
                for line in shown.output.split(separator: "\n") where !line.hasPrefix("They lie in") {
                    #expect(line.count <= 80, "\(table): \(line)")
                }
            }
            let one = try await home.done("alarm", "show", id, profile: "ana")
            for line in one.split(separator: "\n") where !line.hasPrefix("words") {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test("A muted sender is told what is so")
    func muted() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            _ = try await home.done("consent", "mute", "ANA", profile: "ben")
            let refused = try await home.run("alarm", "send", "--in", "1h", "Tea", profile: "ana")
            #expect(refused.status == 1)
            #expect(refused.errors.hasPrefix("Error: The receiver takes no alarms of yours at that time:"))
            #expect(!refused.errors.contains("/time"))
        }
    }

    @Test("Every command says its version", arguments: [["--version"], ["alarm", "send", "--version"]])
    func version(_ arguments: [String]) async throws {
        let outcome = try await Command.run(arguments, in: try Home())
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(#/^reveille \d+\.\d+\.\d+/#))
    }
}
