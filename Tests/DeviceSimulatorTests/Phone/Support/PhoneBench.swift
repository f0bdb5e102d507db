import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import Foundation
import GatewaySimulator
import Synchronization
import Testing

@testable import DeviceSimulator

/// One phone between a real gateway and a relay from memory, in time that passes only when the test lets it.
struct PhoneBench {
    static let start = Instant(seconds: 1_767_268_800)
    static let topic = "org.example.reveille"

    let keeper: TimeKeeper
    let gateway: GatewaySimulator
    let relay: FakeRelay
    let timeline: Timeline
    let phone: VirtualPhone
    private let provider: ProviderOfTheHour
    private let client: CurlClient
    private let authority: URL

    /// Runs `body` with a phone in this state that is registered with the relay, and clears everything away.
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
        let authority = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem")
        try Data(gateway.certificateAuthorityPEM.utf8).write(to: authority)
        defer { try? FileManager.default.removeItem(at: authority) }
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
            provider: ProviderOfTheHour(key: gateway.makeTeamKey(topics: [topic])),
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

    /// Lets time pass, and everything that happens in it happen.
    func wait(_ span: Span) async throws {
        try await keeper.run(until: keeper.now + span)
    }

    /// Pushes something of an alarm to `token`, the phone's present one unless told; returns the gateway's status.
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
        // A dead token is what some tests are about; anything else is a broken bench.
        if response.status != 200 && response.status != 410 {
            Issue.record("status \(response.status): \(String(decoding: response.body, as: UTF8.self))")
        }
        try await keeper.settle()
        return response.status
    }

    /// The same alarm without anything to show.
    private static func background(_ payload: PushPayload) -> [UInt8] {
        guard case .object(let root)? = try? JSONValue(parsing: payload.bytes), let alarm = root["alarm"] else {
            return []
        }
        return JSONValue.object(of: ["aps": .object(of: ["content-available": 1]), "alarm": alarm]).text
    }

    /// What the phone noted of this kind, so far.
    func entries(_ kind: Timeline.Kind) -> [Timeline.Entry] { timeline.entries.filter { $0.kind == kind } }

    /// How the phone has called, so far.
    var rings: [Timeline.Ring] { entries(.ring).compactMap(\.ring) }

    /// What the relay was told, in order.
    var reports: [AlarmReceipt.Report] { relay.receipts.map(\.report) }

    /// Whether something was noted of which `text` is a part.
    func noted(_ text: String) -> Bool { timeline.entries.contains { $0.text.contains(text) } }
}

/// Signs a provider token an hour, as the gateway demands.
private final class ProviderOfTheHour: Sendable {
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
    /// The usual phone with something changed.
    static func with(system: SystemVersion = SystemVersion(26, 1), _ change: (inout PhoneState) -> Void) -> PhoneState {
        var state = PhoneState(system: system)
        change(&state)
        return state
    }
}

extension SyncedAlarm {
    /// What a relay tells of an alarm without words.
    static func pending(_ id: AlarmID, due: Instant, state: AlarmState = .scheduled) -> SyncedAlarm {
        SyncedAlarm(
            id: id,
            pair: PairID(high: 9, low: 9),
            state: state,
            revision: 1,
            time: due,
            lifetime: .hours(1),
            sound: "default",
            message: nil
        )
    }
}
