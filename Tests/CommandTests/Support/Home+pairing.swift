import Testing

extension Home {
    /// Runs `body` with this home's relay, then ends the relay as an operator would.
    func withRelay(_ flags: [String] = [], _ body: () async throws -> Void) async throws {
        let relay = try await serve(flags)
        try await body()
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    /// Pairs Ana and Ben: the code goes one way, the digits the other.
    func pair() async throws {
        let ana = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: self)
        let code = try await ana.code()
        let ben = try Command(["pair", "accept", code, "--profile", "ben", "--name", "Ben"], in: self)
        try ben.type("y")
        try ana.type(try await ben.digits())
        _ = try await ana.line(with: "Paired with Ben.")
        _ = try await ben.line(with: "Paired with Ana.")
        #expect(try await ana.outcome().status == 0)
        #expect(try await ben.outcome().status == 0)
    }
}

extension Command {
    /// The pairing code that the command shows.
    func code() async throws -> String {
        String(try await line(with: "Code: ").dropFirst("Code: ".count))
    }

    /// The six digits that the command shows.
    func digits() async throws -> String {
        String(try await line(with: "Digits: ").suffix(7)).filter(\.isNumber)
    }
}
