public import AlarmWire

/// A person without the app to whom this device has an invite's link sent.
///
/// Only the device keeps it: the relay deletes recipient and link once the message is sent.
public struct InvitationRecipient: Hashable, WireMessage {
    /// What the inviter calls the person.
    public var name: String
    /// The telephone number, as in `+491701234567` (E.164).
    public var phone: String?
    /// The e-mail address, for a person without a number.
    public var email: String?
    /// The language of the message (BCP 47).
    public var language: String

    /// Makes a recipient; one of number and address is needed.
    public init(name: String, phone: String? = nil, email: String? = nil, language: String = "en") {
        self.name = name
        self.phone = phone
        self.email = email
        self.language = language
    }

    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        name = try object.string("name", bytes: 1...256)
        phone = try object.optionalString("phone", bytes: 3...32)
        email = try object.optionalString("email", bytes: 3...254)
        language = try object.optionalString("language", bytes: 2...35) ?? "en"
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        .object(of: [
            "name": .string(name),
            "phone": phone.map(JSONValue.string),
            "email": email.map(JSONValue.string),
            "language": .string(language),
        ])
    }
}
