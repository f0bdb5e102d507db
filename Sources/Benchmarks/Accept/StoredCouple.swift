import AlarmCore
import AlarmWire
import Delivery
import Engine
import Sealing
import Storage

/// A pair of phones, one of which sets alarms for the other.
///
/// Load generator and relay are two processes; both make the same couples from the same seed.
struct StoredCouple: Sendable {
    /// Topic of the app on both phones.
    static let topic = "org.example.reveille"
    private static let seed: UInt64 = 0x5EED

    let pair: PairID
    let sender: Pair.Side
    let receiver: Pair.Side
    private let receiverKey: [UInt8]
    let pushToken: String
    /// Device key of the sender.
    let senderKey: [UInt8]
    /// The sender's token for the receiver.
    let partnerToken: PartnerToken
    /// Identifier of the sender's key.
    var keyID: EnvelopeKeyID { EnvelopeKeyID(device: sender.device, generation: 0) }

    private init(using generator: inout SeededGenerator) {
        pair = .random(using: &generator)
        sender = Pair.Side(person: .random(using: &generator), device: .random(using: &generator))
        receiver = Pair.Side(person: .random(using: &generator), device: .random(using: &generator))
        senderKey = generator.bytes(SymmetricKey.byteCount)
        receiverKey = generator.bytes(SymmetricKey.byteCount)
        pushToken = (0..<64).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
        partnerToken = .random(using: &generator)
    }

    /// Returns the first `count` couples; always the same ones.
    static func make(_ count: Int) -> [StoredCouple] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in StoredCouple(using: &generator) }
    }

    /// Inserts the rows that registration and pairing would have left.
    func insert(into transaction: any Transaction, vault: Vault, at now: Instant) throws {
        try transaction.insert(try device(of: sender, key: senderKey, token: nil, vault: vault, since: now))
        try transaction.insert(try device(of: receiver, key: receiverKey, token: pushToken, vault: vault, since: now))
        try transaction.insert(
            Pair(id: pair, inviter: sender, claimer: receiver, since: now),
            edges: [
                Edge(
                    tokenHash: try SHA256.hash(partnerToken.bytes),
                    pair: pair,
                    from: sender.person,
                    to: receiver.person
                )
            ]
        )
    }

    private func device(
        of side: Pair.Side,
        key: [UInt8],
        token: String?,
        vault: Vault,
        since now: Instant
    ) throws -> Device {
        Device(
            id: side.device,
            person: side.person,
            platform: token == nil ? .events : .apns,
            capabilities: Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.1"),
            timeZone: "Europe/Berlin",
            locale: "en",
            keyGeneration: 0,
            sealedKey: try vault.seal(deviceKey: key, of: side.device),
            registration: try vault.registration(of: key),
            address: try token.map { token in
                let push = PushRegistration(token: token, environment: .sandbox, topic: Self.topic)
                return try vault.seal(DeviceAddress(push), of: side.device, at: now)
            },
            since: now
        )
    }
}
