import AlarmCore

/// `PUT /v1/check-ins/addresses`: the person's own addresses, at which they are warned of a deadline as on their devices.
public struct OwnAddresses: Hashable, WireMessage {
    /// Their e-mail address.
    public var email: String?
    /// Their telephone number, as in `+491701234567` (E.164).
    public var phone: String?
    /// Whether the telephone number is called as well, two minutes after the last warning.
    public var calls: Bool
    /// Their language (BCP 47).
    public var language: String

    /// Makes a request.
    public init(email: String? = nil, phone: String? = nil, calls: Bool = false, language: String = "en") {
        self.email = email
        self.phone = phone
        self.calls = calls
        self.language = language
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        email = try object.optionalString("email", bytes: 3...254)
        phone = try object.optionalString("phone", bytes: 3...32)
        calls = try object.optionalBool("calls") ?? false
        language = try object.optionalString("language", bytes: 2...35) ?? "en"
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "email": email.map(JSONValue.string), "phone": phone.map(JSONValue.string), "calls": calls ? true : nil,
            "language": .string(language),
        ])
    }
}
