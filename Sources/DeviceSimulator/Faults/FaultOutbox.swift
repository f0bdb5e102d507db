import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

/// Fills a relay's outbox with rings for one phone, each of a separate alarm.
struct FaultOutbox {
    private static let sender = PersonID(high: 1, low: 1)
    private static let receiver = PersonID(high: 1, low: 2)
    private static let phone = DeviceID(high: 2, low: 2)
    private static let pair = PairID(high: 3, low: 1)
    /// Number of alarms added in one transaction.
    private static let batch = 500

    let engine: Engine
    let topic: String
    /// Time after which a push expires.
    let patience: Span

    /// Orders `count` rings to the device with this push token.
    ///
    /// - Returns: The deliveries as they were ordered.
    func order(_ count: Int, to token: String) async throws -> [DeliveryRow] {
        try await settle(token)
        var rows: [DeliveryRow] = []
        rows.reserveCapacity(count)
        for first in stride(from: 0, to: count, by: Self.batch) {
            let numbers = first..<min(first + Self.batch, count)
            rows += try await engine.write { tx in try numbers.map { try order(number: $0, in: tx) } }
        }
        return rows
    }

    /// Adds two people who are paired, and the phone of one of them.
    private func settle(_ token: String) async throws {
        let topic = topic
        try await engine.write { tx in
            let push = PushRegistration(token: token, environment: .sandbox, topic: topic)
            try tx.transaction.insert(
                Device(
                    id: Self.phone,
                    person: Self.receiver,
                    platform: .apns,
                    capabilities: Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.1"),
                    timeZone: "Europe/Berlin",
                    locale: "en",
                    keyGeneration: 1,
                    sealedKey: [],
                    registration: [],
                    address: try engine.vault.seal(DeviceAddress(push), of: Self.phone, at: tx.now),
                    since: tx.now
                )
            )
            let pair = Pair(
                id: Self.pair,
                inviter: Pair.Side(person: Self.sender, device: DeviceID(high: 2, low: 1)),
                claimer: Pair.Side(person: Self.receiver, device: Self.phone),
                since: tx.now
            )
            try tx.transaction.insert(pair, edges: [])
        }
    }

    private func order(number: Int, in tx: RelayTransaction) throws -> DeliveryRow {
        let name = AlarmID(high: 4, low: UInt64(number))
        let row = try tx.transaction.insert(
            NewAlarm(
                alarm: Alarm(
                    id: name,
                    preset: "partner-alarm",
                    schedule: .once(tx.now),
                    due: tx.now,
                    ttl: patience
                ),
                content: AlarmContent(message: SealedText(Self.words), sound: "bells", timeZone: nil, digest: []),
                circle: Self.pair,
                sender: Self.sender,
                receiver: Self.receiver,
                acceptedAt: tx.now
            )
        )
        let order = DeliveryOrder(
            id: DeliveryID(uuidV5: "ring", in: name),
            destination: .device(Self.phone),
            stage: .ring,
            urgency: .timeSensitive,
            epoch: row.alarm.epoch,
            revision: row.alarm.revision,
            due: tx.now,
            deadline: tx.now + patience,
            isLate: false
        )
        let delivery = DeliveryRow(
            order: order,
            alarm: row.key,
            circle: Self.pair,
            createdAt: tx.now,
            notBefore: tx.now
        )
        try tx.transaction.insert(delivery)
        return delivery
    }

    /// A sealed message as long as a short one, which nobody can open.
    private static let words =
        "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA."
        + String(repeating: "A", count: 320) + ".AAAAAAAAAAAAAAAAAAAAAA"
}
