import AlarmWire

/// What the control endpoint answers.
struct ControlReply: Hashable, Sendable {
    var status: Int
    var contentType: String?
    var body: [UInt8]
    /// The methods that the path knows; only for 405.
    var allow: String?

    /// Done, and nothing to say.
    static let done = ControlReply(status: 204, contentType: nil, body: [])

    /// An answer in JSON.
    static func json(_ value: JSONValue, status: Int = 200) -> ControlReply {
        ControlReply(status: status, contentType: "application/json", body: value.text + [UInt8(ascii: "\n")])
    }

    /// A text of another type.
    static func text(_ text: String, type: String) -> ControlReply {
        ControlReply(status: 200, contentType: type, body: Array(text.utf8))
    }

    /// What was wrong with the request, and what to do.
    static func failure(_ status: Int, _ problem: String, allow: String? = nil) -> ControlReply {
        var reply = json(.object(of: ["error": .string(problem)]), status: status)
        reply.allow = allow
        return reply
    }

    /// The path is none of those that there are.
    static let notFound = failure(404, "there is nothing under this path; see docs/gateway.md")
}

/// Why a request to the control endpoint is refused.
struct ControlRefusal: Error, Hashable {
    var status: Int
    var problem: String
}
