import AlarmWire

/// An answer of the control endpoint.
struct ControlReply: Hashable, Sendable {
    var status: Int
    var contentType: String?
    var body: [UInt8]
    /// Methods that the path supports; only for 405.
    var allow: String?

    /// Success without content.
    static let done = ControlReply(status: 204, contentType: nil, body: [])

    /// An answer in JSON.
    static func json(_ value: JSONValue, status: Int = 200) -> ControlReply {
        ControlReply(status: status, contentType: "application/json", body: value.text + [UInt8(ascii: "\n")])
    }

    /// A text of another type.
    static func text(_ text: String, type: String) -> ControlReply {
        ControlReply(status: 200, contentType: type, body: Array(text.utf8))
    }

    /// Returns an error: the problem with the request, and what to do.
    static func failure(_ status: Int, _ problem: String, allow: String? = nil) -> ControlReply {
        var reply = json(.object(of: ["error": .string(problem)]), status: status)
        reply.allow = allow
        return reply
    }

    /// The error for an unknown path.
    static let notFound = failure(404, "there is nothing under this path; see docs/gateway.md")
}

/// Why a request to the control endpoint is refused.
struct ControlRefusal: Error, Hashable {
    var status: Int
    var problem: String
}
