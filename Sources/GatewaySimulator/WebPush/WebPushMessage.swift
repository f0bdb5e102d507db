import AlarmCore

/// The attributes of a message to a browser, in a request that keeps all rules of RFC 8030, 8188, 8291 and 8292.
struct WebPushMessage: Hashable {
    /// How soon the browser's device is woken (RFC 8030, section 5.3).
    enum Urgency: String, CaseIterable {
        case veryLow = "very-low"
        case low, normal, high
    }

    /// The path of messages; the subscription follows it.
    static let prefix = "/webpush/"
    /// The largest body in bytes, the least that a push service has to take (RFC 8030, section 7.2).
    static let bodyLimit = 4096
    /// The longest time to live in seconds: 30 days, as the large push services have it.
    static let longestTTL: Int64 = 30 * 86_400
    /// The shortest body: a header with a P-256 point, a delimiter and a tag (RFC 8188, section 2).
    private static let shortestBody = 21 + 65 + 17

    /// How long the message is stored for a browser that is offline; zero for not at all.
    var ttl: Span
    var urgency: Urgency
    /// The topic by which a later message replaces a stored one; nil for none.
    var topic: String?
    /// The public key of the sender.
    var sender: [UInt8]

    /// The subscription in a path, in lower case; nil where there is none.
    static func subscription(in path: String) -> String? {
        guard path.hasPrefix(prefix) else { return nil }
        return DeviceTokenText.normal(String(path.dropFirst(prefix.count)))
    }

    /// Checks one complete request at `now`.
    init(_ request: ReceivedRequest, at now: Instant) throws(WebPushRejection) {
        let head = request.head
        guard head.method == "POST" else { throw WebPushRejection(405, "messages are posted") }
        func value(_ name: String) throws(WebPushRejection) -> String? {
            let values = head.fields.filter { $0.name == name }.map(\.value)
            guard values.count <= 1 else { throw WebPushRejection(400, "\(name) occurs twice") }
            return values.first
        }
        guard let authority = try value(":authority") else { throw WebPushRejection(400, "there is no :authority") }
        sender = try VAPIDCheck.sender(
            authorization: value("authorization"),
            origin: "https://\(authority)",
            at: now
        )
        guard let lifetime = try value("ttl") else { throw WebPushRejection(400, "there is no TTL") }
        guard let seconds = Self.seconds(lifetime) else {
            throw WebPushRejection(400, "TTL is not a number of seconds up to \(Self.longestTTL)")
        }
        ttl = .seconds(seconds)
        if let word = try value("urgency") {
            guard let known = Urgency(rawValue: word) else {
                throw WebPushRejection(400, "Urgency is none of very-low, low, normal, high")
            }
            urgency = known
        } else {
            urgency = .normal
        }
        topic = try value("topic")
        if let topic, !Self.isTopic(topic) {
            throw WebPushRejection(400, "Topic is not 1 to 32 characters of base64url")
        }
        guard request.size <= Self.bodyLimit else { throw WebPushRejection(413, "the body is too large") }
        guard try value("content-encoding") == "aes128gcm" else {
            throw WebPushRejection(415, "Content-Encoding is not aes128gcm")
        }
        try Self.check(record: request.payload)
    }

    /// Refuses a body that is not one record behind a header with the sender's key for this message.
    private static func check(record body: [UInt8]) throws(WebPushRejection) {
        guard body.count >= shortestBody else { throw WebPushRejection(400, "the body is cut short") }
        let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        guard body[20] == 65, body[21] == 0x04, VAPIDCheck.isPoint(Array(body[21..<86])) else {
            throw WebPushRejection(400, "the key id is not a point of P-256")
        }
        guard size >= 18, body.count - 86 <= size else {
            throw WebPushRejection(400, "the body is not one record of the size in its header")
        }
    }

    private static func seconds(_ text: String) -> Int64? {
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text).flatMap { $0 <= longestTTL ? $0 : nil }
    }

    private static func isTopic(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}

/// Why a message to a browser is refused.
struct WebPushRejection: Error, Hashable {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The answer to the sender.
    var response: GatewaySimulator.Response { GatewaySimulator.Response(status: status, reason: reason) }
}
