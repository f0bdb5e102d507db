import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Sealing
import Testing

/// A device that speaks to a relay under test.
struct TestDevice {
    let id: DeviceID
    let key: SymmetricKey
    let relay: TestRelay

    /// The name of its key.
    var keyID: String { "\(id).0" }

    /// Registers a device that listens for events.
    init(
        at relay: TestRelay,
        ticket: RegistrationTicket? = nil,
        deviceKey: [UInt8] = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    ) async throws {
        let answer = try await relay.register(RegisterDevice(deviceKey: deviceKey, platform: .events, ticket: ticket))
        try #require(answer.status == .created, "\(String(buffer: answer.body))")
        id = try DeviceRegistered(wire: Array(buffer: answer.body)).deviceID
        key = try RequestKeys(deviceKey: SymmetricKey(bytes: deviceKey)).request
        self.relay = relay
    }

    /// Sends a request in an envelope of its own.
    func send(
        _ method: RequestMethod,
        _ target: String,
        _ body: (any WireEncodable)? = nil,
        jti: AlarmWire.RequestID? = nil
    ) async throws -> TestResponse {
        let plaintext = RequestPlaintext(
            issuedAt: relay.clock.now(),
            id: jti ?? Self.newID(),
            method: method,
            target: target,
            body: body?.json
        )
        return try await send(method, target, sealing: plaintext.wire)
    }

    /// Sends a request whose envelope holds `plaintext`, whatever that is.
    func send(_ method: RequestMethod, _ target: String, sealing plaintext: [UInt8]) async throws -> TestResponse {
        try await relay.send(method, target, envelope: CompactJWE.seal(plaintext, with: key, keyID: keyID))
    }

    /// The header of a request that carries no body.
    func authorization(for method: RequestMethod, _ target: String) throws -> HTTPFields {
        let plaintext = RequestPlaintext(
            issuedAt: relay.clock.now(),
            id: Self.newID(),
            method: method,
            target: target
        )
        return [.authorization: "PA1 \(try CompactJWE.seal(plaintext.wire, with: key, keyID: keyID))"]
    }

    static func newID() -> AlarmWire.RequestID {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}

extension TestRelay {
    func register(_ message: RegisterDevice, headers: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await client.execute(
            uri: Routes.devices,
            method: .post,
            headers: headers,
            body: ByteBuffer(bytes: message.wire)
        )
    }

    /// Sends an envelope as the method wants it: as the body, or as `Authorization`.
    func send(_ method: RequestMethod, _ target: String, envelope: String) async throws -> TestResponse {
        let verb = HTTPRequest.Method(method.rawValue) ?? .get
        guard method.carriesBody else {
            return try await client.execute(uri: target, method: verb, headers: [.authorization: "PA1 \(envelope)"])
        }
        return try await client.execute(
            uri: target,
            method: verb,
            headers: [.contentType: "application/jose"],
            body: ByteBuffer(string: envelope)
        )
    }

    func get(_ target: String) async throws -> TestResponse {
        try await client.execute(uri: target, method: .get)
    }
}

extension TestResponse {
    /// The problem that the answer carries.
    func problem() throws -> Problem {
        #expect(headers[.contentType] == Problem.mediaType)
        return try Problem(wire: Array(buffer: body))
    }

    /// The message that the answer carries.
    func message<Message: WireDecodable>(_ type: Message.Type = Message.self) throws -> Message {
        try Message(wire: Array(buffer: body), limits: .answer)
    }

    var text: String { String(buffer: body) }
}
