public import AlarmCore

/// `PUT /v1/check-ins/card`: what those who look for a person need to know, in the person's own words.
public struct EmergencyCard: Hashable, WireMessage {
    /// What the person wants to say, 1 to 1,000 characters.
    public var words: String?
    /// A telephone number under which to reach them, as they write it, 1 to 64 characters.
    public var phone: String?
    /// Where they live, 1 to 300 characters.
    public var address: String?
    /// Who has a key, 1 to 300 characters.
    public var keyHolder: String?
    /// Whether the card goes with the letters that tell contacts of a missed check-in.
    public var isInLetters: Bool

    /// Makes a card.
    public init(
        words: String? = nil,
        phone: String? = nil,
        address: String? = nil,
        keyHolder: String? = nil,
        isInLetters: Bool = false
    ) {
        self.words = words
        self.phone = phone
        self.address = address
        self.keyHolder = keyHolder
        self.isInLetters = isInLetters
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        words = try object.optionalCardText("words", characters: 1000)
        phone = try object.optionalCardText("phone", characters: 64)
        address = try object.optionalCardText("address", characters: 300)
        keyHolder = try object.optionalCardText("keyHolder", characters: 300)
        isInLetters = try object.optionalBool("inLetters") ?? false
        guard !isEmpty else {
            throw WireError(.expected("at least one of words, phone, address, keyHolder"), at: object.pointer)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "words": words.map(JSONValue.string),
            "phone": phone.map(JSONValue.string),
            "address": address.map(JSONValue.string),
            "keyHolder": keyHolder.map(JSONValue.string),
            "inLetters": .bool(isInLetters),
        ])
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { words == nil && phone == nil && address == nil && keyHolder == nil }
}

extension ObjectReader {
    /// Takes a text of a card: some characters that are seen, with no control characters but line feeds.
    fileprivate mutating func optionalCardText(_ name: String, characters: Int) throws(WireError) -> String? {
        try optionalText(name, expected: "1 to \(characters) characters that are seen") { text in
            let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
            let isSeen = text.contains { !$0.isWhitespace }
            return isPlain && isSeen && text.count <= characters && text.utf8.count <= characters * 4 ? text : nil
        }
    }
}

/// The response about a person's emergency card.
public struct EmergencyCardView: Hashable, WireMessage {
    /// The card.
    public var card: EmergencyCard
    /// The time of its last change.
    public var changedAt: Instant
    /// The names of the contacts whose letters it goes with, as of now; empty where it goes with none.
    ///
    /// Contacts who are reached by text message or webhook alone do not get it.
    public var recipients: [String]
    /// Whether the letters that it goes with wait, since the relay can send no e-mail at present.
    public var isWaiting: Bool
    /// Since when and why no e-mail has got through of late, so that these letters wait; nil where they do not.
    public var delay: MediumDelay?

    /// Makes a view.
    public init(
        card: EmergencyCard,
        changedAt: Instant,
        recipients: [String],
        isWaiting: Bool = false,
        delay: MediumDelay? = nil
    ) {
        self.card = card
        self.changedAt = changedAt
        self.recipients = recipients
        self.isWaiting = isWaiting
        self.delay = delay
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        card = try object.object("card")
        changedAt = try object.instant("changedAt")
        isWaiting = try object.optionalBool("waiting") ?? false
        delay = try object.optionalObject("delay")
        recipients = []
        for (index, name) in (try object.optionalArray("recipients", limit: 1024) ?? []).enumerated() {
            guard case .string(let text) = name else {
                throw object.error(.wrongType(expected: .string, found: name.type), at: "recipients/\(index)")
            }
            recipients.append(text)
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "card": card.json,
            "changedAt": .instant(changedAt),
            "recipients": .array(recipients.map(JSONValue.string)),
            "waiting": isWaiting ? true : nil,
            "delay": delay?.json,
        ])
    }
}
