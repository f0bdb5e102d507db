public import AlarmCore

/// What a member of a circle has sealed for the reader of a push (PA1 section 6).
public struct MemberWords: Hashable, WireMessage {
    /// The circle whose keys open it.
    public var circle: CircleID
    /// The reminder, the first of those that repeat, or the alert that the words belong to.
    public var about: DocumentID
    /// The words.
    public var words: SealedText

    /// Makes words.
    public init(circle: CircleID, about: DocumentID, words: SealedText) {
        self.circle = circle
        self.about = about
        self.words = words
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        about = try object.identifier("about")
        words = try object.sealed("words", limit: SealedText.messageLimit)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["circleId": .identifier(circle), "about": .identifier(about), "words": .sealed(words)])
    }
}
