public import AlarmCore

/// Why a request was refused, as it travels (RFC 9457).
public struct Problem: Error, Hashable, WireMessage {
    /// The media type of an answer that is a problem.
    public static let mediaType = "application/problem+json"

    /// The kind's identifier; ``kind`` where it is one of ours.
    public var type: String
    /// A few words for the kind.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What was wrong and what to do.
    public var detail: String
    /// Which part of the body is meant: a JSON pointer (RFC 6901).
    public var pointer: String?
    /// The relay's clock, where the problem is about time.
    public var serverTime: Instant?
    /// Members that this side does not know; a client has to let them pass (RFC 9457, section 3.2).
    public var extensions: JSONObject

    /// Makes a problem of a kind, with the kind's own words where there are none better.
    public init(
        _ kind: ProblemKind,
        detail: String? = nil,
        pointer: String? = nil,
        serverTime: Instant? = nil
    ) {
        self.type = kind.type
        self.title = kind.title
        self.status = kind.status
        self.detail = detail ?? kind.usualDetail
        self.pointer = pointer
        self.serverTime = serverTime
        self.extensions = JSONObject()
    }

    /// Makes a problem of what was wrong with a message.
    public init(_ error: WireError) {
        self.init(
            error.problemKind,
            detail: error.reason.description,
            pointer: error.pointer.isEmpty ? nil : error.pointer
        )
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        type = try object.optionalString("type", bytes: 1...512) ?? "about:blank"
        title = try object.optionalString("title", bytes: 0...1024) ?? ""
        status = Int(try object.integer("status", in: 100...599))
        detail = try object.optionalString("detail") ?? ""
        pointer = try object.optionalString("pointer", bytes: 0...1024)
        serverTime = try object.optionalInstant("serverTime")
        extensions = object.rest()
    }

    /// The object that travels.
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

    /// The kind, if it is one that this side knows.
    public var kind: ProblemKind? { ProblemKind(type: type) }
}

extension Problem: CustomStringConvertible {
    /// Title, place and detail on one line.
    public var description: String {
        let place = pointer.map { $0.isEmpty ? "" : " at \($0)" } ?? ""
        return "\(title)\(place): \(detail)"
    }
}
