/// `PUT /v1/care/phone`: the member's own telephone number, to which alerts are sent as well as by push.
public struct CarePhone: Hashable, WireMessage {
    /// The number, as in `+491701234567` (E.164).
    public var phone: String
    /// The member's name in messages.
    public var name: String
    /// Whether the number is called as well, where neither the push nor the text message was answered.
    public var calls: Bool
    /// Their language (BCP 47).
    public var language: String

    /// Makes a request.
    public init(phone: String, name: String, calls: Bool = false, language: String = "en") {
        self.phone = phone
        self.name = name
        self.calls = calls
        self.language = language
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        phone = try object.string("phone", bytes: 3...32)
        name = try object.personName("name")
        calls = try object.optionalBool("calls") ?? false
        language = try object.optionalString("language", bytes: 2...35) ?? "en"
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "phone": .string(phone), "name": .string(name), "calls": calls ? true : nil, "language": .string(language),
        ])
    }
}
