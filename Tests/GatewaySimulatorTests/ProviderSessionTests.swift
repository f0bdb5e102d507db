import AlarmCore
import Sealing
import Testing

@testable import GatewaySimulator

@Suite("Provider tokens: their age, their signature, their change")
struct ProviderSessionTests {
    private let now = Instant(seconds: 1_800_000_000)

    @Test(
        "A token is good from its second of issue until it is an hour old",
        arguments: [
            (Span.zero, nil),
            (.hours(1), nil),
            (.hours(1) + .milliseconds(1), .expiredProviderToken),
            (.days(400), .expiredProviderToken),
            (.milliseconds(-1), .invalidProviderToken),
            (.hours(-1), .invalidProviderToken),
        ] as [(Span, GatewaySimulator.Reason?)]
    )
    func age(age: Span, reason: GatewaySimulator.Reason?) throws {
        var sender = try Sender()
        let authorization = try sender.provider.authorization(at: now)
        #expect(sender.refusal(of: authorization, at: now + age) == reason)
    }

    @Test("A token that was good when it was verified is refused once it is too old")
    func agesInUse() throws {
        var sender = try Sender()
        let authorization = try sender.provider.authorization(at: now)
        #expect(sender.refusal(of: authorization, at: now) == nil)
        #expect(sender.refusal(of: authorization, at: now + .minutes(61)) == .expiredProviderToken)
    }

    @Test(
        "A connection's token may change when the new one was issued 20 minutes later, not sooner",
        arguments: [
            (Span.zero, .tooManyProviderTokenUpdates),
            (.minutes(20) + .seconds(-1), .tooManyProviderTokenUpdates),
            (.minutes(20), nil),
            (.minutes(61), nil),
        ] as [(Span, GatewaySimulator.Reason?)]
    )
    func change(interval: Span, reason: GatewaySimulator.Reason?) throws {
        var sender = try Sender()
        let first = try sender.provider.authorization(at: now)
        let second = try sender.provider.authorization(at: now + interval)
        #expect(sender.refusal(of: first, at: now) == nil)
        #expect(sender.refusal(of: second, at: now + interval) == reason)
    }

    @Test("After a change that came too soon the old token goes on")
    func oldTokenGoesOn() throws {
        var sender = try Sender()
        let first = try sender.provider.authorization(at: now)
        #expect(sender.refusal(of: first, at: now) == nil)
        let second = try sender.provider.authorization(at: now + .minutes(1))
        #expect(sender.refusal(of: second, at: now + .minutes(1)) == .tooManyProviderTokenUpdates)
        #expect(sender.refusal(of: first, at: now + .minutes(2)) == nil)
    }

    @Test("A token must name a known key, that key's team, ES256, and be signed by that key")
    func forgeries() throws {
        var sender = try Sender()
        let stranger = try Sender().provider
        var unknownKey = sender.provider
        unknownKey.keyID = "ZZZZZZZZZZ"
        var otherTeam = sender.provider
        otherTeam.teamID = "ZZZZZZZZZZ"
        var otherKey = sender.provider
        otherKey.key = stranger.key
        for forger in [unknownKey, otherTeam, otherKey] {
            #expect(sender.refusal(of: try forger.authorization(at: now), at: now) == .invalidProviderToken)
        }
        let otherAlgorithm = try sender.provider.authorization(at: now, algorithm: "none")
        #expect(sender.refusal(of: otherAlgorithm, at: now) == .invalidProviderToken)
    }

    @Test("Not one changed character of a token goes unnoticed")
    func tampering() throws {
        var sender = try Sender()
        let token = Array(try sender.provider.authorization(at: now).utf8)
        for position in 7..<token.count {
            var changed = token
            changed[position] = changed[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let reason = sender.refusal(of: String(decoding: changed, as: UTF8.self), at: now)
            #expect(reason == .invalidProviderToken, "changed at \(position)")
        }
    }

    @Test("A connection belongs to the team that spoke on it first")
    func oneTeam() throws {
        var sender = try Sender()
        #expect(sender.refusal(of: try sender.provider.authorization(at: now), at: now) == nil)
        let other = try sender.addTeam(environments: [.sandbox])
        let later = now + .minutes(30)
        #expect(sender.refusal(of: try other.authorization(at: later), at: later) == .unrelatedKeyIDInToken)
    }

    @Test("A key of the other environment is refused as such")
    func environment() throws {
        var sender = try Sender()
        let other = try sender.addTeam(environments: [.production])
        #expect(sender.refusal(of: try other.authorization(at: now), at: now) == .badEnvironmentKeyIDInToken)
    }

    @Test("Random text is never a provider token, and never a trap", arguments: 0..<50 as Range<UInt64>)
    func rubbish(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var sender = try Sender()
        let alphabet = Array("eyJhbGciOi.. =-_{}\u{0}é".unicodeScalars)
        for _ in 0..<50 {
            var text = String.UnicodeScalarView("bearer ".unicodeScalars)
            for _ in 0..<Int.random(in: 1...200, using: &generator) {
                text.append(alphabet[Int.random(in: alphabet.indices, using: &generator)])
            }
            #expect(sender.refusal(of: String(text), at: now) == .invalidProviderToken, "seed \(seed)")
        }
    }
}

/// One connection's session, with the keys that its gateway knows.
private struct Sender {
    private var ring = TeamKeys()
    private var session = ProviderSession()
    private(set) var provider: Provider

    init() throws {
        provider = Provider(keyID: "AAAAAAAAAA", teamID: "TTTTTTTTTT", key: try ES256.PrivateKey())
        add(provider, environments: [.sandbox])
    }

    mutating func addTeam(environments: Set<GatewaySimulator.Environment>) throws -> Provider {
        let other = Provider(keyID: "BBBBBBBBBB", teamID: "UUUUUUUUUU", key: try ES256.PrivateKey())
        add(other, environments: environments)
        return other
    }

    /// The reason for which `authorization` is refused; nil if it is accepted.
    mutating func refusal(of authorization: String, at now: Instant) -> GatewaySimulator.Reason? {
        do throws(Rejection) {
            let keys = ring
            _ = try session.authenticate(authorization, environment: .sandbox, at: now, ring: { keys })
            return nil
        } catch {
            return error.reason
        }
    }

    private mutating func add(_ provider: Provider, environments: Set<GatewaySimulator.Environment>) {
        let entry = TeamKeys.Entry(
            publicKey: provider.key.publicKey,
            teamID: provider.teamID,
            environments: environments
        )
        ring.add(entry, keyID: provider.keyID, topics: [])
    }
}
