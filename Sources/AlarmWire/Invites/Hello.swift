public import AlarmCore

/// The inviter's greeting under `K_hello`: name, public key and relay (PA1 section 4, step 1).
public struct Hello: Hashable, WireMessage {
    /// The inviter's ephemeral X25519 public key, 32 bytes, whose fingerprint is the code's secret.
    public var publicKey: [UInt8]
    /// The inviter's display name.
    public var name: String
    /// The inviter's relay; the claimer compares it with its own.
    public var relay: Origin
    /// The purpose of the invite; the claimer compares it with the relay's, and asks its user accordingly.
    public var purpose: Invite.Purpose
    /// The claimer's role in the circle, for an invite to one with roles.
    public var role: Role?

    /// Makes a greeting.
    public init(
        publicKey: [UInt8],
        name: String,
        relay: Origin,
        purpose: Invite.Purpose = .partner,
        role: Role? = nil
    ) {
        self.publicKey = publicKey
        self.name = name
        self.relay = relay
        self.purpose = purpose
        self.role = role
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        publicKey = try object.bytes("pk", count: 32)
        name = try object.displayName("name")
        relay = try object.text("relay", expected: "an origin in lower case, https://host[:port]") {
            Origin(canonical: $0)
        }
        purpose = try object.purpose()
        role = try object.optionalWord("role")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "pk": .bytes(publicKey),
            "name": .string(name),
            "relay": .string(relay.text),
            "purpose": .purpose(purpose),
            "role": role.map { .word($0) },
        ])
    }
}

extension ObjectReader {
    /// Takes the purpose of an invite; a pair by default.
    mutating func purpose() throws(WireError) -> Invite.Purpose {
        try optionalWord("purpose") ?? .partner
    }

    /// Takes a person's display name: 1 to 256 bytes that show something and break no line.
    mutating func displayName(_ name: String) throws(WireError) -> String {
        try text(name, expected: "a name of 1 to 256 bytes on one line") { text in
            DisplayNameRules.isValid(text) ? text : nil
        }
    }
}

extension JSONValue {
    /// The purpose of an invite; nil for the default.
    static func purpose(_ purpose: Invite.Purpose) -> JSONValue? { purpose == .partner ? nil : .word(purpose) }
}

/// The rules for names that may be displayed.
public enum DisplayNameRules {
    /// Whether `text` is a name of 1 to 256 bytes, not all white space, without control characters, line breaks or
    /// bidirectional marks, by which one name could pose as another.
    public static func isValid(_ text: String) -> Bool {
        guard (1...256).contains(text.utf8.count) else { return false }
        var showsSomething = false
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
            case .format where (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value):
                return false
            case .spaceSeparator, .format: continue
            default: showsSomething = true
            }
        }
        return showsSomething
    }
}
