import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import Foundation
import GatewaySimulator
import Synchronization
import TestSupport
import Testing

@testable import DeviceSimulator

/// One phone between a real gateway and a fake relay, with a clock that only the test advances.
struct PhoneBench {
    static let start = Instant(seconds: 1_767_268_800)
    static let topic = "org.example.reveille"

    let keeper: TimeKeeper
    let gateway: GatewaySimulator
    let relay: FakeRelay
    let timeline: Timeline
    let phone: VirtualPhone
    private let provider: RotatingProvider
    private let client: CurlClient
    private let authority: URL

    /// Runs `body` with a phone in this state, registered with the relay, and cleans up.
    static func run(
        _ state: PhoneState = PhoneState(),
        habits: Habits = Habits(answer: .acknowledge(reply: nil)),
        isRegistered: Bool = true,
        _ body: (PhoneBench) async throws -> Void
    ) async throws {
        let keeper = try await TimeKeeper.start(at: start)
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { keeper.now }
        let gateway = try await GatewaySimulator.start(configuration)
        let folder = try TemporaryFolder()
        let authority = folder.url.appending(path: "ca.pem")
        try Data(gateway.certificateAuthorityPEM.utf8).write(to: authority)
        let timeline = Timeline(now: { keeper.now })
        let relay = FakeRelay(now: { keeper.now })
        let bench = PhoneBench(
            keeper: keeper,
            gateway: gateway,
            relay: relay,
            timeline: timeline,
            phone: try VirtualPhone(
                name: "Ben",
                relay: "https://relay.example.org",
                topic: topic,
                gateway: gateway,
                transport: relay,
                state: state,
                habits: habits,
                timeline: timeline,
                clock: keeper.phoneClock
            ),
            provider: RotatingProvider(key: try gateway.makeTeamKey(topics: [topic])),
            client: try CurlClient(),
            authority: authority
        )
        do {
            if isRegistered { try await bench.phone.device.register() }
            await bench.phone.turnOn()
            try await body(bench)
            await bench.end()
        } catch {
            await bench.end()
            throw error
        }
    }

    private func end() async {
        await phone.turnOff()
        await client.shutdown()
        try? await gateway.shutdown()
        await keeper.stop()
    }

    /// Advances the clock by `span`, running everything that becomes due.
    func wait(_ span: Span) async throws {
        try await keeper.run(until: keeper.now + span)
    }

    /// Pushes an alarm to `token`, by default the phone's present one; returns the gateway's status.
    @discardableResult
    func push(
        _ stage: PushStage,
        of id: AlarmID = .first,
        due: Instant = start + .minutes(10),
        revision: Int = 1,
        urgency: Urgency = .timeSensitive,
        type: String = "alert",
        token: String? = nil
    ) async throws -> Int {
        let payload = try PushPayload(AlarmPush(stage: stage, id: id, revision: revision, time: due), urgency: urgency)
        let isBackground = type == "background"
        return try await post(isBackground ? Self.background(payload) : payload.bytes, type: type, token: token)
    }

    /// Pushes a payload as it is.
    @discardableResult
    func push(raw payload: String) async throws -> Int {
        try await post(Array(payload.utf8), type: "alert", token: nil)
    }

    private func post(_ body: [UInt8], type: String, token: String?) async throws -> Int {
        let request = HTTPRequest(
            method: "POST",
            url: "https://localhost:\(gateway.port)/3/device/\(token ?? phone.token)",
            headers: [
                HTTPHeader("authorization", try provider.authorization(at: keeper.now)),
                HTTPHeader("apns-topic", Self.topic), HTTPHeader("apns-push-type", type),
                HTTPHeader("apns-priority", type == "background" ? "5" : "10"),
            ],
            body: body,
            profile: ConnectionProfile(version: .http2, certificateAuthorityFile: authority.path)
        )
        let response = try await client.send(request)
        // Some tests use a dead token; any other refusal is a fault of the bench.
        if response.status != 200 && response.status != 410 {
            Issue.record("status \(response.status): \(String(decoding: response.body, as: UTF8.self))")
        }
        try await keeper.waitUntilIdle()
        return response.status
    }

    /// The payload of the same alarm as a background push.
    private static func background(_ payload: PushPayload) -> [UInt8] {
        guard case .object(let root)? = try? JSONValue(parsing: payload.bytes), let alarm = root["alarm"] else {
            return []
        }
        return JSONValue.object(of: ["aps": .object(of: ["content-available": 1]), "alarm": alarm]).text
    }

    /// The phone's timeline entries of this kind so far.
    func entries(_ kind: Timeline.Kind) -> [Timeline.Entry] { timeline.entries.filter { $0.kind == kind } }

    /// The phone's rings so far.
    var rings: [Timeline.Ring] { entries(.ring).compactMap(\.ring) }

    /// The reports received by the relay, in order.
    var reports: [AlarmReceipt.Report] { relay.receipts.map(\.report) }

    /// Whether a timeline entry contains `text`.
    func noted(_ text: String) -> Bool { timeline.entries.contains { $0.text.contains(text) } }
}

/// Signs a new provider token every hour, as the gateway demands.
private final class RotatingProvider: Sendable {
    private let key: TeamKey
    private let token = Mutex<(issuedAt: Instant, text: String)?>(nil)

    init(key: TeamKey) {
        self.key = key
    }

    func authorization(at now: Instant) throws -> String {
        try token.withLock { token in
            if let token, now - token.issuedAt < .minutes(50) { return token.text }
            let text = try key.authorization(issuedAt: now)
            token = (now, text)
            return text
        }
    }
}

extension AlarmID {
    static let first = AlarmID(high: 1, low: 1)
    static let second = AlarmID(high: 2, low: 2)
}

extension PhoneState {
    /// The default phone with a change.
    static func with(system: SystemVersion = SystemVersion(26, 1), _ change: (inout PhoneState) -> Void) -> PhoneState {
        var state = PhoneState(system: system)
        change(&state)
        return state
    }
}

extension SyncedAlarm {
    /// A synced alarm without a message.
    static func pending(_ id: AlarmID, due: Instant, state: AlarmState = .scheduled) -> SyncedAlarm {
        SyncedAlarm(
            id: id,
            pair: PairID(high: 9, low: 9),
            state: state,
            revision: 1,
            time: due,
            ttl: .hours(1),
            sound: "default",
            message: nil
        )
    }
}
