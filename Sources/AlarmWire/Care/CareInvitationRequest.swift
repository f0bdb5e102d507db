public import AlarmCore

/// `POST /v1/care/invitations`: sends a person without the app the link of an invite to the caller's care circle.
///
/// The link holds the invite's secret, which every carrier of the message can see; the dweller still confirms who
/// accepted.
public struct CareInvitationRequest: Hashable, WireMessage {
    /// The care circle.
    public var circle: CircleID
    /// The telephone number, as in `+491701234567` (E.164).
    public var phone: String?
    /// The e-mail address, for a person without a number.
    public var email: String?
    /// The link of an open invite at this relay, as the inviting device made it.
    public var link: String
    /// The name of the invited person.
    public var name: String
    /// Their language (BCP 47).
    public var language: String

    /// Makes a request.
    public init(
        circle: CircleID,
        phone: String? = nil,
        email: String? = nil,
        link: String,
        name: String,
        language: String = "en"
    ) {
        self.circle = circle
        self.phone = phone
        self.email = email
        self.link = link
        self.name = name
        self.language = language
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        phone = try object.optionalString("phone", bytes: 3...32)
        email = try object.optionalString("email", bytes: 3...254)
        link = try object.string("link", bytes: 1...512)
        name = try object.personName("name")
        language = try object.optionalString("language", bytes: 2...35) ?? "en"
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(circle),
            "phone": phone.map(JSONValue.string),
            "email": email.map(JSONValue.string),
            "link": .string(link),
            "name": .string(name),
            "language": .string(language),
        ])
    }
}
