import NIOHPACK

/// The headers of one request, with the fields that the gateway evaluates.
struct RequestHead: Hashable {
    /// Every field as received.
    private(set) var fields: [HeaderField] = []
    private(set) var method = ""
    private(set) var scheme = ""
    private(set) var path = ""
    private(set) var authorization: String?
    private(set) var messageID: String?
    private(set) var topic: String?
    private(set) var pushType: String?
    private(set) var priority: String?
    private(set) var expiration: String?
    private(set) var collapseID: String?
    /// Size of the list as HTTP/2 counts it: 32 bytes for each field, plus its own (RFC 9113, section 10.5.1).
    private(set) var size = 0
    /// Whether one of the gateway's own headers occurs twice.
    private(set) var hasDuplicates = false

    init(capacity: Int = 0) {
        fields.reserveCapacity(capacity)
    }

    init(_ fields: some Sequence<HeaderField>) {
        for field in fields {
            append(name: field.name, value: field.value)
        }
    }

    mutating func append(name: String, value: String) {
        fields.append(HeaderField(name: name, value: value))
        size += name.utf8.count + value.utf8.count + 32
        switch name {
        case ":method": method = value
        case ":scheme": scheme = value
        case ":path": path = value
        case "authorization": set(\.authorization, value)
        case "apns-id": set(\.messageID, value)
        case "apns-topic": set(\.topic, value)
        case "apns-push-type": set(\.pushType, value)
        case "apns-priority": set(\.priority, value)
        case "apns-expiration": set(\.expiration, value)
        case "apns-collapse-id": set(\.collapseID, value)
        default: break
        }
    }

    private mutating func set(_ field: WritableKeyPath<RequestHead, String?>, _ value: String) {
        if self[keyPath: field] == nil {
            self[keyPath: field] = value
        } else {
            hasDuplicates = true
        }
    }
}

/// One header of a request as it came, in lower case as HTTP/2 demands (RFC 9113, section 8.2).
public struct HeaderField: Hashable, Sendable {
    /// The name, pseudo-headers included.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a header field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension RequestHead {
    /// Takes the headers of a HEADERS frame.
    init(_ headers: HPACKHeaders) {
        self.init(capacity: headers.count)
        for (name, value, _) in headers {
            append(name: name, value: value)
        }
    }
}
