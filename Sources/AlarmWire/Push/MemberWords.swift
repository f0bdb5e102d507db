public import AlarmCore

/// The text that a member of a circle sealed for the reader of a push (PA1 section 6).
public struct MemberWords: Hashable, WireMessage {
    /// The circle whose keys open it.
    public var circle: CircleID
    /// The alert, or the first reminder of the series, to which the text belongs.
    public var about: DocumentID
    /// The sealed text.
    public var words: SealedText
    /// The person who set the reminder, or changed it last, by the relay's word, who may have left the circle since; nil
    /// of an alert, of which the writer of the text speaks.
    ///
    /// The words of a reminder are sealed again by others when the people of a family change.
    public var by: PersonID?

    /// Makes a sealed text.
    public init(circle: CircleID, about: DocumentID, words: SealedText, by: PersonID? = nil) {
        self.circle = circle
        self.about = about
        self.words = words
        self.by = by
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        circle = try object.identifier("circleId")
        about = try object.identifier("about")
        words = try object.sealed("words", limit: SealedText.messageLimit)
        by = try object.optionalIdentifier("by")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(circle),
            "about": .identifier(about),
            "words": .sealed(words),
            "by": by.map(JSONValue.identifier),
        ])
    }
}
