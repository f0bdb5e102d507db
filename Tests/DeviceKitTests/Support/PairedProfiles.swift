import AlarmCore
import AlarmWire
import Sealing
import Synchronization
import Testing

@testable import DeviceKit

/// The fixed present of these tests.
let noon = Instant(seconds: 1_767_268_800)

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let time: Mutex<Instant>

    init(_ start: Instant = noon) {
        time = Mutex(start)
    }

    var now: Instant { time.withLock { $0 } }

    func advance(by span: Span) {
        time.withLock { $0 = $0 + span }
    }
}

/// Ana and Ben, paired over the known keys of PA1; Ana made the invite.
struct PairedProfiles {
    static let relay = "https://relay.example.org"
    static let pairID = PairID(high: 0xA11CE, low: 0xB0B)
    static let anaID = DeviceID(high: 1, low: 1)
    static let benID = DeviceID(high: 2, low: 2)

    var ana: Profile
    var ben: Profile

    init(alarmKit: Bool = true, since: Instant = noon) throws {
        let vectors = try Vectors()
        let keyA = try X25519.PrivateKey(secret: SecretBytes(vectors.hex("code", "skA")))
        let keyB = try X25519.PrivateKey(secret: SecretBytes(vectors.hex("pairing", "skB")))
        let secret = try PairingSecret(fingerprintOf: keyA.publicKey)
        let transcript = try PairingTranscript(
            origin: Self.relay,
            inviteID: #require(InviteID(bytes: vectors.hex("pairing", "inviteId"))),
            locator: vectors.text("code", "locator"),
            inviterKey: keyA.publicKey,
            claimerKey: keyB.publicKey
        )
        let sideA = try PairAgreement(side: .inviter, ownKey: keyA, transcript: transcript, secret: secret)
        let sideB = try PairAgreement(side: .claimer, ownKey: keyB, transcript: transcript, secret: secret)
        ana = try Self.profile(Self.anaID, alarmKit: alarmKit)
        ben = try Self.profile(Self.benID, alarmKit: alarmKit)
        ana.pairs = [try Self.pair("Ben", sideA.keys, since: since)]
        ben.pairs = [try Self.pair("Ana", sideB.keys, since: since)]
    }

    static func profile(_ id: DeviceID, alarmKit: Bool = true) throws -> Profile {
        var profile = try Profile.new(
            relay: relay,
            capabilities: Device.Capabilities(alarmKit: alarmKit, criticalAlerts: false, os: "26.1")
        )
        profile.deviceID = id
        return profile
    }

    private static func pair(_ name: String, _ keys: PairKeys, since: Instant) throws -> KnownPair {
        KnownPair(
            id: pairID,
            partnerName: name,
            since: since,
            keys: keys,
            partnerToken: try #require(PartnerToken(bytes: [UInt8](repeating: 7, count: 16)))
        )
    }

    /// Seals a message from Ana for Ben.
    mutating func seal(_ message: MessagePlaintext, at now: Instant = noon) throws -> SealedText {
        try ana.pairs[0].seal(message, at: now)
    }
}

extension LocalDevice {
    /// A device whose waits end at once.
    init(
        _ profile: Profile,
        _ transport: ScriptedTransport,
        store: InMemoryProfileStore = InMemoryProfileStore(),
        clock: TestClock = TestClock()
    ) {
        self.init(
            profile: profile,
            store: store,
            transport: transport,
            configuration: Configuration(wait: { _ in }),
            clock: { clock.now }
        )
    }
}

extension Profile {
    /// Opens the envelope of a request from this device.
    func opened(_ request: WireRequest) throws -> RequestPlaintext {
        let text =
            request.method.carriesBody
            ? String(decoding: request.body, as: UTF8.self)
            : try #require(request.headers.first { $0.name == "authorization" }).value.replacing("PA1 ", with: "")
        let jwe = try CompactJWE(parsing: text, limit: EnvelopeLimits.bytes)
        return try RequestPlaintext(wire: jwe.open(with: RequestKeys(deviceKey: deviceKey).request))
    }
}

/// The pairing error thrown by `body`.
func pairingError(_ body: () async throws -> Void) async -> PairingError? {
    do {
        try await body()
        return nil
    } catch let error as PairingError {
        return error
    } catch DeviceError.pairing(let error) {
        return error
    } catch {
        return nil
    }
}
