public import AlarmCore

/// The reason why a request was refused, as sent (RFC 9457).
public struct Problem: Error, Hashable, WireMessage {
    /// The media type of an answer that is a problem.
    public static let mediaType = "application/problem+json"

    /// The kind's identifier; ``kind`` where it is a known one.
    public var type: String
    /// A short title of the kind.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// The problem and the remedy.
    public var detail: String
    /// The part of the body concerned: a JSON pointer (RFC 6901).
    public var pointer: String?
    /// The relay's clock, where the problem is about time.
    public var serverTime: Instant?
    /// How long to wait before the same can succeed, where the relay knows it; sent as `Retry-After`, not in the body.
    public var retryAfter: Span?
    /// Unknown members, which a client must ignore (RFC 9457, section 3.2).
    public var extensions: JSONObject

    /// Makes a problem of a kind, with the kind's default detail unless another is given.
    public init(
        _ kind: ProblemKind,
        detail: String? = nil,
        pointer: String? = nil,
        serverTime: Instant? = nil
    ) {
        self.type = kind.type
        self.title = kind.title
        self.status = kind.status
        self.detail = detail ?? kind.defaultDetail
        self.pointer = pointer
        self.serverTime = serverTime
        self.extensions = JSONObject()
    }

    /// Makes a problem of a malformed message.
    public init(_ error: WireError) {
        self.init(
            error.problemKind,
            detail: error.reason.description,
            pointer: error.pointer.isEmpty ? nil : error.pointer
        )
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        type = try object.optionalString("type", bytes: 1...512) ?? "about:blank"
        title = try object.optionalString("title", bytes: 0...1024) ?? ""
        status = Int(try object.integer("status", in: 100...599))
        detail = try object.optionalString("detail") ?? ""
        pointer = try object.optionalString("pointer", bytes: 0...1024)
        serverTime = try object.optionalInstant("serverTime")
        extensions = object.rest()
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        var object = JSONObject([
            "type": .string(type),
            "title": .string(title),
            "status": .integer(status),
            "detail": .string(detail),
            "pointer": pointer.map(JSONValue.string),
            "serverTime": serverTime.map(JSONValue.instant),
        ])
        for member in extensions.members { object.append(member.name, member.value) }
        return .object(object)
    }

    /// The kind, if known.
    public var kind: ProblemKind? { ProblemKind(type: type) }
}

extension Problem: CustomStringConvertible {
    /// Title, location and detail on one line.
    public var description: String {
        let place = pointer.map { $0.isEmpty ? "" : " at \($0)" } ?? ""
        return "\(title)\(place): \(detail)"
    }
}
