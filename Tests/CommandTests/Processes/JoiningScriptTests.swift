import Testing

@Suite("Entering a code by a script", .timeLimit(.minutes(10)))
struct JoiningScriptTests {
    @Test("A script reads whose code it is, agrees, gets the digits to tell, and learns of the pair")
    func paired() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--json", "--profile", "ana", "--name", "Ana"], in: home)
            let code = try #require(try await ana.step("open")["code"])
            let ben = try Command(["join", code, "--json", "--profile", "ben", "--name", "Ben"], in: home)
            let claimed = try await ben.step("claimed")
            #expect((claimed["purpose"], claimed["partner"]) == ("partner", "Ana"))
            #expect(claimed["expiresAt"]?.hasSuffix("Z") == true)
            try ben.type("y")
            let digits = try #require(try await ben.step("answered")["digits"])
            #expect(digits.count == 6)
            _ = try await ana.step("answered")
            try ana.type(digits)
            let pair = try await ana.step("paired")["pairId"]
            let paired = try await ben.step("paired")
            #expect((paired["partner"], paired["pairId"]) == ("Ana", pair))
            #expect(try await ana.outcome().status == 0)
            let outcome = try await ben.outcome()
            #expect(outcome.status == 0)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("{\"state\":") }, "\(outcome.output)")
        }
    }

    @Test("A script that does not agree is told that nothing was paired, and so is whoever made the code")
    func refused() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--json", "--profile", "ana", "--name", "Ana"], in: home)
            let code = try #require(try await ana.step("open")["code"])
            let ben = try Command(["join", code, "--json", "--profile", "ben", "--name", "Ben"], in: home)
            _ = try await ben.step("claimed")
            ben.endInput()
            #expect(try await ben.step("ended")["reason"]?.contains("nothing was paired") == true)
            #expect(try await ben.outcome().status == 1)
            _ = try await ana.step("ended")
            #expect(try await ana.outcome().status == 1)
        }
    }

    @Test("Two scripts link a device, and one joins a family")
    func linked() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let link = try Command(["device", "link", "--json", "--profile", "ana"], in: home)
            let code = try #require(try await link.step("open")["code"])
            let join = try Command(["device", "join", code, "--json", "--yes", "--profile", "tablet"], in: home)
            #expect(try await join.step("claimed")["purpose"] == "device")
            let digits = try #require(try await join.step("answered")["digits"])
            _ = try await link.step("answered")
            try link.type(digits)
            #expect(try await link.step("linked")["name"] == "tablet")
            #expect(try await join.step("linked")["pairs"]?.contains("\"partner\":\"Ben\"") == true)
            for command in [link, join] { #expect(try await command.outcome().status == 0) }

            _ = try await home.done("circle", "new", "family", "Hearth", profile: "ana")
            let invite = ["circle", "invite", "Hearth", "--role", "parent", "--profile", "ana"]
            let inviting = try Command(invite, in: home)
            let invited = try await inviting.code()
            let joining = try Command(["join", invited, "--json", "--yes", "--profile", "ben"], in: home)
            let claimed = try await joining.step("claimed")
            #expect((claimed["purpose"], claimed["role"]) == ("family", "parent"))
            try inviting.type(try #require(try await joining.step("answered")["digits"]))
            #expect(try await joining.step("joined")["role"] == "parent")
            for command in [inviting, joining] { #expect(try await command.outcome().status == 0) }
        }
    }

    @Test("A script that invites into a circle reads JSON alone, and is asked for the digits at standard error")
    func inviting() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
            let inviting = try Command(["circle", "invite", "Nest", "--json", "--profile", "ana"], in: home)
            let code = try #require(try await inviting.object(with: "\"code\":")["code"])
            let joining = try Command(["join", code, "--json", "--yes", "--name", "Ben", "--profile", "ben"], in: home)
            _ = try await joining.step("claimed")
            let digits = try #require(try await joining.step("answered")["digits"])
            // A slip is told where it does not mix with the JSON, too.
            try inviting.type("twelve")
            try inviting.type(digits)
            _ = try await joining.step("joined")
            let invited = try await inviting.outcome()
            #expect(invited.status == 0, "\(invited.errors)")
            let lines = invited.output.split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") }, "\(invited.output)")
            #expect(invited.errors.contains("Type the six digits on Ben's screen:"), "\(invited.errors)")
            #expect(invited.errors.contains("No try was used."), "\(invited.errors)")
            #expect(try await joining.outcome().status == 0)
        }
    }
}

extension Command {
    /// The members of the next line that is a step with this state, as text.
    fileprivate func step(_ state: String) async throws -> [String: String] {
        try await object(with: "\"state\":\"\(state)\"")
    }
}
