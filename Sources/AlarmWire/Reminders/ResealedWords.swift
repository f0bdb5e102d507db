public import AlarmCore

/// `PUT /v1/reminders/{id}/words`: the words of a reminder, sealed again for its people as they are now.
public struct ResealedWords: Hashable, WireMessage {
    /// The words sealed for each member who can read them.
    public var sealed: [PersonID: String]
    /// The words that were sealed for the caller, which say the same; nil where the title is in clear.
    ///
    /// Words that somebody has changed meanwhile are not replaced.
    public var replaces: String?

    /// Makes a request.
    public init(sealed: [PersonID: String], replacing replaces: String?) {
        self.sealed = sealed
        self.replaces = replaces
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        sealed = try object.optionalSealedWords("sealed")
        replaces = try object.optionalString("replaces", bytes: 1...ReminderLimits.sealedBytes)
        guard !sealed.isEmpty else { throw object.error(.missing, at: "sealed") }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["sealed": .sealedWords(sealed), "replaces": replaces.map { .string($0) }])
    }
}
