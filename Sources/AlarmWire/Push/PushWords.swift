/// What a notification says, where the relay and not the app has the words.
public struct PushWords: Hashable, WireMessage {
    /// A few words.
    public var title: String
    /// One or two sentences.
    public var body: String

    /// Makes words.
    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        title = try object.string("title", bytes: 0...1024)
        body = try object.string("body", bytes: 0...2048)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["title": .string(title), "body": .string(body)])
    }
}

/// The keys under which an app's string catalogue has the words of a notification.
///
/// The words are the app's, in its user's language; the sealed message replaces them once the phone has opened it.
public struct PushTexts: Hashable, Sendable {
    /// The key of the title.
    public let title: String
    /// The key of the body.
    public let body: String

    /// The keys for a stage: `ALARM_TITLE` and `ALARM_BODY` for what rings, `ALARM_NO_ANSWER_TITLE` and so on for the
    /// others, by the name of the stage.
    public init(_ stage: PushStage) {
        let infix =
            switch stage {
            case .ring: ""
            default: stage.rawValue.uppercased().replacing("-", with: "_") + "_"
            }
        title = "ALARM_\(infix)TITLE"
        body = "ALARM_\(infix)BODY"
    }
}
