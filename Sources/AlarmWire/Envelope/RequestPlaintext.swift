public import AlarmCore

/// The kind of a request's one-time identifier.
public enum RequestKind {}
/// Identifies one request (`jti`): 16 random bytes, used once.
public typealias RequestID = Identifier<RequestKind>

/// The methods that the protocol uses.
public enum RequestMethod: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether the envelope is the request's body; if not, it is sent in `Authorization`.
    public var carriesBody: Bool {
        switch self {
        case .post, .put, .patch: true
        case .get, .delete: false
        }
    }
}

/// The content of an opened request envelope: time, one-time identifier, target and body (PA1 section 3).
public struct RequestPlaintext: Hashable, WireMessage {
    /// The time at which it was made, by the device's clock (`iat`, whole seconds).
    public var issuedAt: Instant
    /// The one-time identifier (`jti`).
    public var id: RequestID
    /// The method that it is bound to (`htm`).
    public var method: RequestMethod
    /// The raw request target, query included, that it is bound to (`htu`).
    public var target: String
    /// The body; an object, or none.
    public var body: JSONValue?

    /// Makes a request's plaintext; `issuedAt` is cut to whole seconds when written.
    public init(issuedAt: Instant, id: RequestID, method: RequestMethod, target: String, body: JSONValue? = nil) {
        self.issuedAt = issuedAt
        self.id = id
        self.method = method
        self.target = target
        self.body = body
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        // Only seconds that an `Instant` can hold; the relay checks afterwards whether the time is acceptable.
        issuedAt = Instant(seconds: try object.integer("iat", in: -9_000_000_000_000_000...9_000_000_000_000_000))
        id = try object.identifier("jti")
        method = try object.word("htm")
        target = try object.string("htu", bytes: 1...EnvelopeLimits.targetBytes)
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw object.error(.expected("the request target, which begins with /"), at: "htu")
        }
        body = object.optionalValue("body")
        if let body {
            guard case .object(let content) = body else {
                throw object.error(.wrongType(expected: .object, found: body.type), at: "body")
            }
            guard method.carriesBody || content.members.isEmpty else {
                throw object.error(.expected("no body with \(method.rawValue)"), at: "body")
            }
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "iat": .integer(issuedAt.seconds),
            "jti": .identifier(id),
            "htm": .word(method),
            "htu": .string(target),
            "body": body,
        ])
    }

    /// Whether the request is neither too old nor from the future: `now − 300 s ≤ iat ≤ now + 60 s`.
    public func isFresh(at now: Instant) -> Bool {
        now - EnvelopeLimits.age <= issuedAt && issuedAt <= now + EnvelopeLimits.clockLead
    }
}
