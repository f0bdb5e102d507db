import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Sealing
import Testing

/// A device that sends requests to a relay under test.
struct TestDevice {
    let id: DeviceID
    let key: SymmetricKey
    let relay: TestRelay

    /// Identifier of the device's key.
    var keyID: String { "\(id).0" }

    /// Registers a device that listens for events, or one that Apple's gateway reaches if a push token is given.
    init(
        at relay: TestRelay,
        push: PushRegistration? = nil,
        ticket: RegistrationTicket? = nil,
        deviceKey: [UInt8] = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    ) async throws {
        let answer = try await relay.register(
            RegisterDevice(
                deviceKey: deviceKey,
                platform: push == nil ? .events : .apns,
                apns: push,
                ticket: ticket
            )
        )
        try #require(answer.status == .created, "\(String(buffer: answer.body))")
        id = try DeviceRegistered(wire: Array(buffer: answer.body)).deviceID
        key = try RequestKeys(deviceKey: SymmetricKey(bytes: deviceKey)).request
        self.relay = relay
    }

    /// Takes up a device that is registered already.
    init(at relay: TestRelay, _ id: DeviceID, deviceKey: [UInt8]) async throws {
        self.id = id
        key = try RequestKeys(deviceKey: SymmetricKey(bytes: deviceKey)).request
        self.relay = relay
    }

    /// Sends a request in a new envelope.
    func send(_ request: EndpointRequest<some Any>, jti: AlarmWire.RequestID? = nil) async throws -> TestResponse {
        let plaintext = RequestPlaintext(request, issuedAt: relay.clock.now(), id: jti ?? Self.newID())
        return try await send(request.method, request.target, sealing: plaintext.wire)
    }

    /// Sends a request in a new envelope, and decodes the response.
    func ask<Answer: WireDecodable>(_ request: EndpointRequest<Answer>) async throws -> Answer {
        try await send(request).message()
    }

    /// Sends a request that no endpoint describes, in a new envelope.
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

    /// Sends a request whose envelope holds `plaintext`, valid or not.
    func send(_ method: RequestMethod, _ target: String, sealing plaintext: [UInt8]) async throws -> TestResponse {
        try await relay.send(method, target, envelope: CompactJWE.seal(plaintext, with: key, keyID: keyID))
    }

    /// The `Authorization` header of a request without a body.
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
            uri: Endpoints.Devices.register.target,
            method: .post,
            headers: headers,
            body: ByteBuffer(bytes: message.wire)
        )
    }

    /// Sends an envelope where the method expects it: in the body, or in `Authorization`.
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
    /// Decodes the response's problem.
    func problem() throws -> Problem {
        #expect(headers[.contentType] == Problem.mediaType)
        return try Problem(wire: Array(buffer: body))
    }

    /// Decodes the response's message.
    func message<Message: WireDecodable>(_ type: Message.Type = Message.self) throws -> Message {
        try Message(wire: Array(buffer: body), limits: .answer)
    }

    var text: String { String(buffer: body) }
}
