import Storage

/// What an export and a receipt call the kinds of documents.
enum PersonSection {
    /// Kinds that are told as what they make together: the circles.
    static let areShown: Set<Document.Kind> = [.circle, .membership]

    private static let names: [Document.Kind: String] = [
        .watch: "checkInPlan", .beat: "checkIns", .contact: "contacts", .link: "checkInLinks", .mute: "consent",
        .reminder: "reminders", .alert: "alerts", .inquiry: "messagesUnderWay", .introduction: "introductions",
        .refusal: "refusals",
    ]

    /// The name of the list in which documents of this kind are; the kind's own word unless there is a better one.
    static func name(of kind: Document.Kind) -> String {
        names[kind] ?? kind.rawValue
    }
}
