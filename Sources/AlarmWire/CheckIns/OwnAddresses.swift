import AlarmCore

/// `PUT /v1/check-ins/addresses`: the person's own addresses, at which they are warned of a deadline as on their devices.
public struct OwnAddresses: Hashable, WireMessage {
    /// Their e-mail address.
    public var email: String?
    /// Their telephone number, as in `+491701234567` (E.164).
    public var phone: String?
    /// Their language (BCP 47).
    public var language: String

    /// Makes a request.
    public init(email: String? = nil, phone: String? = nil, language: String = "en") {
        self.email = email
        self.phone = phone
        self.language = language
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        email = try object.optionalString("email", bytes: 3...254)
        phone = try object.optionalString("phone", bytes: 3...32)
        language = try object.optionalString("language", bytes: 2...35) ?? "en"
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "email": email.map(JSONValue.string), "phone": phone.map(JSONValue.string), "language": .string(language),
        ])
    }
}
