public import AlarmCore

/// `PUT /v1/care/alerts/{id}/note`: the caller's note about an alert, sealed for each reader.
public struct CareNoteRequest: Hashable, WireMessage {
    /// The note sealed for each reader; see ``CareNote``.
    public var sealed: [PersonID: SealedText]

    /// Makes a request.
    public init(sealed: [PersonID: SealedText]) {
        self.sealed = sealed
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        sealed = try object.sealedNote("sealed")
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["sealed": .sealedWords(sealed.mapValues(\.text))]) }
}

/// A note about an alert, sealed for the reader.
public struct CareNoteView: Hashable, WireMessage {
    /// The author.
    public var from: PersonID
    /// The sealed note; see ``CareNote``.
    public var words: SealedText

    /// Makes a view.
    public init(from: PersonID, words: SealedText) {
        self.from = from
        self.words = words
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        from = try object.identifier("from")
        words = try object.sealed("words", limit: SealedText.messageLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["from": .identifier(from), "words": .sealed(words)]) }
}

/// The content of a note, once it is opened (PA1 section 4, *Words between members*).
public struct CareNote: Hashable, WireMessage {
    /// The type of sealed text.
    public static let type = "care"
    /// The length of a text, in bytes of UTF-8: 1 to 1,000.
    public static let textBytes = 1...1000

    /// The alert of the note, so that the relay cannot move it elsewhere.
    public var alert: DocumentID
    /// The text.
    public var text: String

    /// Makes a note.
    public init(alert: DocumentID, text: String) {
        self.alert = alert
        self.text = text
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        try object.constant("type", Self.type)
        alert = try object.identifier("alertId")
        text = try object.string("text", bytes: Self.textBytes)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "type": .string(Self.type),
            "alertId": .identifier(alert),
            "text": .string(text),
        ])
    }
}

extension ObjectReader {
    /// Takes texts sealed for members, in a form that a device can have sealed; 8,192 bytes in all.
    package mutating func sealedNote(_ name: String) throws(WireError) -> [PersonID: SealedText] {
        var sealed: [PersonID: SealedText] = [:]
        var bytes = 0
        for (person, words) in try optionalSealedWords(name) {
            bytes += words.utf8.count
            guard words.utf8.count <= SealedText.messageLimit, bytes <= ReminderLimits.sealedBytes,
                let text = SealedText(words)
            else { throw error(.expected("sealed words, of 8,192 bytes in all"), at: name) }
            sealed[person] = text
        }
        guard !sealed.isEmpty else { throw error(.missing, at: name) }
        return sealed
    }
}

extension JSONValue {
    /// Texts sealed for members, in the order of their identifiers.
    package static func sealedNote(_ sealed: [PersonID: SealedText]) -> JSONValue {
        .sealedWords(sealed.mapValues(\.text))
    }
}
