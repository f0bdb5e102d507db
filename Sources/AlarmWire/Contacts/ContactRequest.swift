/// `POST /v1/contacts`, `PUT /v1/contacts/{id}`: a person without the app who is to be told in an emergency.
public struct ContactRequest: Hashable, WireMessage {
    /// The contact's name, 1 to 64 characters.
    public var name: String
    /// Their e-mail address.
    public var email: String?
    /// Their telephone number, as in `+491701234567` (E.164).
    public var phone: String?
    /// The address of a server that is told as well, `https` unless the operator allows others.
    public var webhook: String?
    /// Whether the telephone number may also be called, as the last step.
    ///
    /// A person may say so of their own number alone.
    public var calls: Bool
    /// The contact's language (BCP 47); the relay writes English, Traditional and Simplified Chinese.
    ///
    /// Nil for the language of the device that names the contact, also once that changes, or for the known one of a
    /// contact that is changed.
    public var language: String?

    /// Makes a request.
    public init(
        name: String,
        email: String? = nil,
        phone: String? = nil,
        webhook: String? = nil,
        calls: Bool = false,
        language: String? = nil
    ) {
        self.name = name
        self.email = email
        self.phone = phone
        self.webhook = webhook
        self.calls = calls
        self.language = language
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        name = try object.personName("name")
        email = try object.optionalString("email", bytes: 3...254)
        phone = try object.optionalString("phone", bytes: 3...32)
        webhook = try object.optionalString("webhook", bytes: 8...2048)
        calls = try object.optionalBool("calls") ?? false
        language = try object.optionalString("language", bytes: 2...35)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "name": .string(name),
            "email": email.map(JSONValue.string),
            "phone": phone.map(JSONValue.string),
            "webhook": webhook.map(JSONValue.string),
            "calls": calls ? true : nil,
            "language": language.map(JSONValue.string),
        ])
    }
}
