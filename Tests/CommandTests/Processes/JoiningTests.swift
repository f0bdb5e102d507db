import Foundation
import Testing

@Suite("Codes and digits, by commands alone", .timeLimit(.minutes(10)))
struct JoiningTests {
    @Test("One command enters a partner's code, that of one's own device, and that of a family")
    func join() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: home)
            let ben = try Command(["join", try await ana.code(), "--profile", "ben", "--name", "Ben"], in: home)
            try ben.type("y")
            try ana.type(try await ben.digits())
            _ = try await ben.line(with: "Paired with Ana.")
            _ = try await ana.outcome()

            let link = try Command(["device", "link", "--profile", "ana"], in: home)
            let tablet = try Command(["join", try await link.code(), "--profile", "tablet", "--yes"], in: home)
            try link.type(try await tablet.digits())
            _ = try await tablet.line(with: "This device is Ana's now.")
            _ = try await link.outcome()

            _ = try await home.done("circle", "new", "family", "Home", "--name", "Ana", profile: "ana")
            let invite = try Command(["circle", "invite", "home", "--role", "child", "--profile", "ana"], in: home)
            let kim = try Command(
                ["join", try await invite.code(), "--profile", "kim", "--name", "Kim", "--yes"],
                in: home
            )
            try invite.type(try await kim.digits())
            _ = try await kim.line(with: "You are in Home now, as child.")
            _ = try await invite.outcome()

            // Names match whatever their capitals, of partners and of members alike.
            _ = try await home.done("alarm", "send", "--to", "ben", "--in", "1h", "Tea", profile: "ana")
            _ = try await home.done("reminder", "add", "Dishes", "--for", "kim", "--in", "1h", profile: "ana")
        }
    }

    @Test("An empty line at the digits costs no try")
    func emptyLine() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: home)
            let ben = try Command(
                ["pair", "accept", try await ana.code(), "--profile", "ben", "--name", "Ben", "--yes"],
                in: home
            )
            let digits = try await ben.digits()
            for slip in ["", "", " ", "12345", "y"] {
                try ana.type(slip)
                _ = try await ana.line(with: "Six digits, please")
            }
            try ana.type(digits)
            _ = try await ana.line(with: "Paired with Ben.")
            #expect(try await ana.outcome().status == 0)
        }
    }

    @Test("A code for enrolling is not made in a folder without a relay, and says the running relay's address")
    func enrolment() async throws {
        let home = try Home()
        let nowhere = home.path(of: "nowhere")
        for command in ["enroll", "operator-code"] {
            let lost = try await Command.run(command, "--data", nowhere, in: home)
            #expect(lost.status == 1)
            #expect(lost.errors.contains("there is no database at \(nowhere)/reveille.db"), "\(lost.errors)")
            #expect(lost.output.isEmpty)
        }
        try await home.withRelay {
            let made = try await home.done("enroll")
            #expect(made.contains("reveille pair new --relay \(home.relay) --enroll"), "\(made)")
            #expect(try await home.done("operator-code").contains("It opens \(home.relay)/status"))

            struct Code: Decodable {
                let code: String
                var link: String?
                var page: String?
            }
            let enrolling = try await home.done("enroll", "--json")
            let enrolment = try JSONDecoder().decode(Code.self, from: Data(enrolling.utf8))
            #expect(enrolment.link == "\(home.relay)/e#\(enrolment.code)")
            let opening = try await home.done("operator-code", "--json")
            #expect(try JSONDecoder().decode(Code.self, from: Data(opening.utf8)).page == "\(home.relay)/status")
            #expect(try await Command.run("enroll", "--json", "--quiet", in: home).status == 64)
        }
    }
}
