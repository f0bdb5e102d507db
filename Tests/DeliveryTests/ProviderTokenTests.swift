import AlarmCore
import Foundation
import Sealing
import TestSupport
import Testing

@testable import Delivery

@Suite("The provider token")
struct ProviderTokenTests {
    @Test("It is a JWT with exactly the documented fields, signed by the team's key")
    func form() throws {
        let key = try ES256.PrivateKey()
        let credentials = try APNsCredentials(key: key, keyID: "ABCDE12345", teamID: "TEAM567890")
        let token = try ProviderToken(credentials: credentials, issuedAt: Instant(milliseconds: 1_767_225_600_999))
        #expect(token.authorization.hasPrefix("bearer "))
        let parts = token.authorization.dropFirst("bearer ".count).split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let header = try #require(Base64URL.decode(parts[0]))
        let claims = try #require(Base64URL.decode(parts[1]))
        #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","kid":"ABCDE12345"}"#)
        #expect(String(decoding: claims, as: UTF8.self) == #"{"iss":"TEAM567890","iat":1767225600}"#)
        #expect(key.publicKey.isValid(parts[2], forJWSSigningInput: "\(parts[0]).\(parts[1])"))
    }

    @Test(
        "It is kept for 50 minutes and then made anew",
        arguments: [(Span.zero, false), (.minutes(49), false), (.minutes(50), true), (.hours(24), true)]
    )
    func lifetime(age: Span, isRenewed: Bool) async throws {
        let clock = TestClock()
        let source = try ProviderTokenSource.made(clock)
        let first = try await source.token()
        clock.advance(by: age)
        let second = try await source.token()
        #expect((first != second) == isRenewed)
        #expect(second.issuedAt == (isRenewed ? clock.now : first.issuedAt))
    }

    @Test("Called too old, it is replaced, a young one too", arguments: [Span.zero, .minutes(19), .minutes(45)])
    func replacement(age: Span) async throws {
        let clock = TestClock()
        let source = try ProviderTokenSource.made(clock)
        let first = try await source.token()
        clock.advance(by: age)
        let second = try await source.replacement(for: first)
        #expect(second != nil && second != first)
        #expect(try await source.token() == second)
    }

    @Test("A young one is replaced once in 20 minutes, however often APNs calls it too old")
    func repeatedReplacement() async throws {
        let clock = TestClock()
        let source = try ProviderTokenSource.made(clock)
        let first = try await source.token()
        let second = try #require(await source.replacement(for: first))
        clock.advance(by: .minutes(19))
        #expect(try await source.replacement(for: second) == nil)
        clock.advance(by: .minutes(1))
        #expect(try await source.replacement(for: second) != nil)
    }

    @Test("Two pushes whose token was called too old get the same replacement")
    func sharedReplacement() async throws {
        let clock = TestClock()
        let source = try ProviderTokenSource.made(clock)
        let first = try await source.token()
        clock.advance(by: .minutes(30))
        let second = try await source.replacement(for: first)
        #expect(second != nil)
        #expect(try await source.replacement(for: first) == second)
    }

    @Test("Many pushes that ask at once get one token")
    func concurrency() async throws {
        let clock = TestClock()
        let source = try ProviderTokenSource.made(clock)
        let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
            for _ in 0..<100 { group.addTask { try await source.token() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
    }

    @Test(
        "A clock that was set back makes a new one, so that none is from the future; a correction of seconds does not"
    )
    func clockSetBack() async throws {
        let clock = TestClock()
        let source = try ProviderTokenSource.made(clock)
        let first = try await source.token()
        clock.advance(by: .seconds(-30))
        #expect(try await source.token() == first)
        clock.advance(by: .minutes(-5))
        let second = try await source.token()
        #expect(second != first)
        #expect(second.issuedAt <= clock.now)
    }

    @Test("It is not printed")
    func notPrinted() throws {
        let token = try ProviderToken(credentials: .made(), issuedAt: Instant(seconds: 1))
        let secret = token.authorization.dropFirst("bearer ".count)
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains(secret))
    }
}

@Suite("The team's key")
struct CredentialsTests {
    @Test(
        "A name that is not ten letters and digits is refused by name",
        arguments: ["", "SHORT", "ABCDE1234é", "abcde12345", "ABCDE123456", #"ABCDE"234"#]
    )
    func names(name: String) throws {
        let key = try ES256.PrivateKey()
        #expect(throws: APNsCredentials.Failure.badName(field: "key ID", value: name)) {
            try APNsCredentials(key: key, keyID: name, teamID: "TEAM567890")
        }
        #expect(throws: APNsCredentials.Failure.badName(field: "team ID", value: name)) {
            try APNsCredentials(key: key, keyID: "ABCDE12345", teamID: name)
        }
    }

    @Test("A .p8 file is read; one that is missing or no key is an error that names it")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("AuthKey.p8")
        #expect(throws: APNsCredentials.Failure.self) {
            try APNsCredentials(keyFile: path, keyID: "ABCDE12345", teamID: "TEAM567890")
        }
        try "no key".write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: APNsCredentials.Failure.self) {
            try APNsCredentials(keyFile: path, keyID: "ABCDE12345", teamID: "TEAM567890")
        }
        #expect(error?.description.contains(path) == true)
        let key = try ES256.PrivateKey()
        try key.pem().write(toFile: path, atomically: true, encoding: .utf8)
        let credentials = try APNsCredentials(keyFile: path, keyID: "ABCDE12345", teamID: "TEAM567890")
        #expect(credentials.key.publicKey == key.publicKey)
    }
}
