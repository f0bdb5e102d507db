import AlarmCore
import AlarmWire
import DeviceKit
import Sealing
import Synchronization

/// A relay in memory that answers a phone, keeps its reports, and sends no pushes by itself.
final class FakeRelay: Transport {
    /// A receipt and its time of arrival.
    struct TakenReceipt: Hashable {
        var alarm: AlarmID
        var report: AlarmReceipt.Report
        var at: Instant
    }

    private struct State {
        var keys: [SymmetricKey] = []
        var receipts: [TakenReceipt] = []
        var tokens: [String] = []
        var alarms: [SyncedAlarm] = []
        var syncs = 0
        var changes: [DeviceChange] = []
        var events: [[UInt8]] = []
        var stream: AsyncThrowingStream<[UInt8], any Error>.Continuation?
    }

    private let now: @Sendable () -> Instant
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// The receipts, in order of arrival.
    var receipts: [TakenReceipt] { state.withLock(\.receipts) }
    /// The push tokens, in order of registration.
    var tokens: [String] { state.withLock(\.tokens) }
    /// How often a device has synced.
    var syncs: Int { state.withLock(\.syncs) }

    /// What devices said of themselves after they had registered, in order.
    var changes: [DeviceChange] { state.withLock(\.changes) }

    /// Sets the alarms that a sync returns from now on.
    func set(_ alarms: [SyncedAlarm]) {
        state.withLock { $0.alarms = alarms }
    }

    func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        do {
            return try answer(request)
        } catch {
            throw .unreachable("the fake relay cannot read \(request.target): \(error)")
        }
    }

    /// Opens the event stream, which begins with the events that nobody has heard.
    func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        state.withLock { state in
            for event in state.events { continuation.yield(event) }
            state.events = []
            state.stream = continuation
        }
        return WireStream(status: 200, body: body)
    }

    /// Sends an event on the stream.
    func push(_ push: AlarmPush) {
        let frame = StreamEvent.alarm(push).serverSent(cursor: SyncCursor(change: 1)).frame
        state.withLock { state in
            if let stream = state.stream { stream.yield(frame) } else { state.events.append(frame) }
        }
    }

    private func answer(_ request: WireRequest) throws -> WireResponse {
        let now = now()
        if request.target == Endpoints.Devices.register.target, request.method == .post {
            return try register(request, now)
        }
        let plaintext = try open(request)
        guard plaintext.isFresh(at: now) else {
            var problem = Problem(.clockSkew, detail: "the clocks differ")
            problem.serverTime = now
            return WireResponse(status: problem.status, body: problem.wire)
        }
        if request.target == Endpoints.Devices.change.target, request.method == .patch {
            let change = try DeviceChange(wire: require(body: plaintext))
            state.withLock { $0.changes.append(change) }
            return Self.ok(
                DeviceView(
                    id: DeviceID(high: 0, low: 1),
                    isSelf: true,
                    platform: .apns,
                    capabilities: change.capabilities ?? .none,
                    since: now,
                    isReachable: true
                )
            )
        }
        if request.target == Endpoints.Devices.replaceToken.target {
            let push = try ReplaceToken(wire: require(body: plaintext)).apns
            state.withLock { $0.tokens.append(push?.token ?? "") }
            return Self.ok(TokenReplaced(serverTime: now))
        }
        if request.target.hasPrefix(Endpoints.Sync.synchronise.path) {
            let alarms = state.withLock { state in
                state.syncs += 1
                return state.alarms
            }
            return Self.ok(SyncAnswer(cursor: SyncCursor(change: 1), alarms: alarms, gone: [], serverTime: now))
        }
        return try take(Receipt(wire: require(body: plaintext)), request.target, now)
    }

    private func register(_ request: WireRequest, _ now: Instant) throws -> WireResponse {
        let registration = try RegisterDevice(wire: request.body)
        let key = try SymmetricKey(bytes: registration.deviceKey)
        let number = state.withLock { state in
            state.keys.append(key)
            if let token = registration.apns?.token { state.tokens.append(token) }
            return state.keys.count
        }
        return Self.ok(DeviceRegistered(deviceID: DeviceID(high: 0, low: UInt64(number)), serverTime: now))
    }

    private func take(_ receipt: Receipt, _ target: String, _ now: Instant) throws -> WireResponse {
        let parts = target.split(separator: "/")
        guard parts.count == 4, parts[3] == "receipts", let id = AlarmID(String(parts[2])) else {
            throw FakeRelayError(description: "no such path")
        }
        state.withLock { $0.receipts.append(TakenReceipt(alarm: id, report: receipt.report, at: now)) }
        return Self.ok(ReceiptAccepted(id: id, state: .ringing, revision: receipt.revision))
    }

    private func open(_ request: WireRequest) throws -> RequestPlaintext {
        let text =
            request.method.carriesBody
            ? String(decoding: request.body, as: UTF8.self)
            : (request.headers.first { $0.name == "authorization" }?.value ?? "").replacing("PA1 ", with: "")
        let jwe = try CompactJWE(parsing: text, limit: EnvelopeLimits.bytes)
        for key in state.withLock(\.keys) {
            if let bytes = try? jwe.open(with: RequestKeys(deviceKey: key).request) {
                return try RequestPlaintext(wire: bytes)
            }
        }
        throw FakeRelayError(description: "sealed by no known device")
    }

    private func require(body plaintext: RequestPlaintext) throws -> [UInt8] {
        guard let body = plaintext.body else { throw FakeRelayError(description: "no body") }
        return body.text
    }

    private static func ok(_ message: some WireEncodable) -> WireResponse {
        WireResponse(status: 200, body: message.wire)
    }
}

/// The reason for which the fake relay fails.
struct FakeRelayError: Error, CustomStringConvertible {
    let description: String
}
