import AlarmCore
import Foundation
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("Tokens for push services")
struct VAPIDTests {
    private let clock = TestClock()
    private let key: ES256.PrivateKey
    private let tokens: VAPIDTokens

    init() throws {
        key = try ES256.PrivateKey()
        tokens = VAPIDTokens(key: key, subject: try #require(VAPIDSubject("https://relay.example.org")))
    }

    private func token(for origin: String) throws -> ReceivedVAPID {
        try #require(ReceivedVAPID(tokens.authorization(for: origin, at: clock.now)))
    }

    @Test("A token names the origin, the operator and its end in 20 hours, and is signed")
    func claims() throws {
        let token = try token(for: "https://push.example.org:8443")
        #expect(token.audience == "https://push.example.org:8443" && token.subject == "https://relay.example.org")
        #expect(token.expiry == clock.now + .hours(20) && token.isSignedByKey && token.publicKey == key.publicKey.x963)
    }

    @Test("A token is used for 12 hours, for its own origin, and not by a clock that was set back behind it")
    func kept() throws {
        func text(_ origin: String = "https://a.example") throws -> String {
            try tokens.authorization(for: origin, at: clock.now)
        }
        let first = try text()
        clock.advance(by: .milliseconds(12 * 3_600_000 - 1))
        #expect(try text() == first)
        #expect(try text("https://b.example") != first)
        clock.advance(by: .milliseconds(1))
        let second = try text()
        #expect(second != first)
        clock.advance(by: -.seconds(60))
        #expect(try text() == second)
        clock.advance(by: -.seconds(1))
        #expect(try text() != second)
    }

    @Test("However many origins people name, a bounded number of tokens is kept")
    func bounded() throws {
        for number in 0..<(VAPIDTokens.capacity + 50) {
            _ = try tokens.authorization(for: "https://\(number).example", at: clock.now)
            clock.advance(by: .milliseconds(1))
        }
        #expect(tokens.count == VAPIDTokens.capacity)
        let newest = "https://\(VAPIDTokens.capacity + 49).example"
        let kept = try tokens.authorization(for: newest, at: clock.now)
        #expect(try tokens.authorization(for: newest, at: clock.now) == kept)
    }

    @Test(
        "A subject is a mailto: or https: address without spaces or brackets",
        arguments: [
            ("mailto:ops@example.org", true), ("https://relay.example.org", true), ("https://r.example/contact", true),
            ("mailto: ops@example.org", false), ("mailto:<ops@example.org>", false), ("mailto:ops", false),
            ("http://relay.example.org", false), ("ops@example.org", false), ("https://", false), ("", false),
            ("https://relay.example.org/\"", false), ("mailto:ops@example.org,b@example.org", false),
            ("https://[::1]", false),
        ]
    )
    func subject(text: String, isValid: Bool) {
        #expect((VAPIDSubject(text) != nil) == isValid)
    }

    @Test("The origin of an endpoint leaves the scheme's own port out")
    func origins() throws {
        for (url, origin) in [
            ("https://Push.Example.org/a?b", "https://push.example.org"),
            ("https://push.example.org:443/a", "https://push.example.org"),
            ("https://push.example.org:444", "https://push.example.org:444"),
            ("http://127.0.0.1:80/a", "http://127.0.0.1"), ("https://[2001:db8::1]:8/x", "https://[2001:db8::1]:8"),
        ] { #expect(try #require(WebURL(url)).origin == origin) }
    }

    private static let isWanted =
        ProcessInfo.processInfo.environment["CI"] != nil
        || (try? Tool.python.runBlocking(["-c", "import py_vapid"]).status) == 0

    @Test("py-vapid takes a token, and refuses one that was changed", .enabled(if: isWanted))
    func interoperability() throws {
        let authorization = try tokens.authorization(for: "https://push.example.org", at: clock.now)
        let program = "import sys, py_vapid; print(py_vapid.Vapid02.verify(sys.argv[1]))"
        // The library reads what follows the one space.
        let good = try Tool.python.runBlocking(["-c", program, authorization])
        #expect(good.output == "True\n", "\(good.errors)")
        let claims = try #require(authorization.split(separator: ".").dropFirst().first)
        let changed = authorization.replacing(claims, with: Base64URL.encode(#"{"aud":"https://x.example"}"#.utf8))
        let bad = try Tool.python.runBlocking(["-c", program, changed])
        #expect(bad.output != "True\n")
    }
}
