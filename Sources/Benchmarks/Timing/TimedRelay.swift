import AlarmCore
import AlarmWire
import Engine
import Sealing

/// A relay that is asked one request after another, as somebody would who measures how long it takes to refuse.
struct TimedRelay {
    /// A device, or what passes itself off as one.
    struct Caller {
        let keyID: EnvelopeKeyID
        let key: SymmetricKey

        /// Somebody with a key of their own who names the device `id`.
        init(as id: DeviceID) throws {
            keyID = EnvelopeKeyID(device: id, generation: 0)
            key = try SymmetricKey.random()
        }

        fileprivate init(_ id: DeviceID, deviceKey: [UInt8]) throws {
            keyID = EnvelopeKeyID(device: id, generation: 0)
            key = try RequestKeys(deviceKey: SymmetricKey(bytes: deviceKey)).request
        }
    }

    /// Number of addresses that the requests seem to come from, each of which may claim so often.
    private static let addresses = 250

    private let connection: TimedConnection
    private let port: Int
    private let clock = SystemClock()
    private var generator = SystemRandomNumberGenerator()
    private var requests = 0

    init(port: Int) throws {
        connection = try TimedConnection(port: port)
        self.port = port
    }

    /// Registers a device that listens for events.
    mutating func register() throws -> Caller {
        let deviceKey = random(32)
        let message = RegisterDevice(deviceKey: deviceKey, platform: .events)
        let text = String(decoding: message.wire, as: UTF8.self)
        let answer = try send("POST", Endpoints.Devices.register.target, type: "application/json", body: text)
        let id = try DeviceRegistered(wire: Array(try expect(201, answer).body.utf8)).deviceID
        return try Caller(id, deviceKey: deviceKey)
    }

    /// Sends a request, which is to be answered with `status`.
    mutating func ask(
        _ request: EndpointRequest<some Any>,
        as caller: Caller,
        expecting status: Int
    ) throws -> TimedConnection.Answer {
        let plaintext = RequestPlaintext(request, issuedAt: clock.now(), id: .random(using: &generator))
        let envelope = try CompactJWE.seal(plaintext.wire, with: caller.key, keyID: caller.keyID.description)
        let answer =
            request.method.carriesBody
            ? try send(request.method.rawValue, request.target, type: EnvelopeLimits.mediaType, body: envelope)
            : try send(request.method.rawValue, request.target, credentials: envelope)
        return try expect(status, answer)
    }

    /// Draws bytes.
    mutating func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Draws the locator of a code that nobody has made.
    mutating func unknownLocator() -> String { PairingCode.randomLocator(using: &generator) }

    /// Draws the name of a device that nobody has registered.
    mutating func unknownDevice() -> DeviceID { DeviceID.random(using: &generator) }

    private mutating func send(
        _ method: String,
        _ target: String,
        type: String = "",
        body: String = "",
        credentials: String = ""
    ) throws -> TimedConnection.Answer {
        requests += 1
        var lines = [
            "\(method) \(target) HTTP/1.1", "host: 127.0.0.1:\(port)",
            "x-forwarded-for: 198.18.0.\(1 + requests % Self.addresses)",
        ]
        if !credentials.isEmpty { lines.append("authorization: \(EnvelopeLimits.scheme) \(credentials)") }
        if !type.isEmpty { lines += ["content-type: \(type)", "content-length: \(body.utf8.count)"] }
        return try connection.ask(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    private func expect(_ status: Int, _ answer: TimedConnection.Answer) throws -> TimedConnection.Answer {
        guard answer.status == status else {
            throw TimedConnection.Failure(
                description: "the relay answered \(answer.status) instead of \(status): \(answer.body)"
            )
        }
        return answer
    }
}
