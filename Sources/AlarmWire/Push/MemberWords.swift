public import AlarmCore

/// The text that a member of a circle sealed for the reader of a push (PA1 section 6).
public struct MemberWords: Hashable, WireMessage {
    /// The circle whose keys open it.
    public var circle: CircleID
    /// The alert, or the first reminder of the series, to which the text belongs.
    public var about: DocumentID
    /// The sealed text.
    public var words: SealedText

    /// Makes a sealed text.
    public init(circle: CircleID, about: DocumentID, words: SealedText) {
        self.circle = circle
        self.about = about
        self.words = words
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        about = try object.identifier("about")
        words = try object.sealed("words", limit: SealedText.messageLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["circleId": .identifier(circle), "about": .identifier(about), "words": .sealed(words)])
    }
}
