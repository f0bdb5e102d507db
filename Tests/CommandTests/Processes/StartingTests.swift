import Testing

@Suite("What a relay says when it starts", .timeLimit(.minutes(10)))
struct StartingTests {
    @Test("A relay over plain HTTP does not claim an HTTPS address, unless its operator names one")
    func subject() async throws {
        let home = try Home()
        let plain = try await home.serve()
        let line = try await plain.line(with: "Web Push: ")
        #expect(line.contains("push services cannot find you, as \(home.relay) is plain HTTP"), "\(line)")
        #expect(!line.contains("https://"), "\(line)")
        plain.interrupt()
        #expect(try await plain.outcome().status == 0)
        let named = try await home.serve(["--webpush-subject", "https://relay.example.org"])
        _ = try await named.line(with: "push services find you at https://relay.example.org")
        named.interrupt()
        #expect(try await named.outcome().status == 0)
    }
}
