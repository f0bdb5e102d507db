import Engine
import Storage

/// The names of the kinds of documents in an export and a deletion receipt.
enum PersonSection {
    /// The kinds that are shown combined, as circles.
    static let areShown: Set<Document.Kind> = [.circle, .membership]

    private static let names: [Document.Kind: String] = [
        .watch: "checkInPlan", .beat: "checkIns", .contact: "contacts", .link: "checkInLinks", .mute: "consent",
        .reminder: "reminders", .alert: "alerts", .inquiry: "messagesUnderWay", .introduction: "introductions",
        .refusal: "refusals", .formerContact: "formerContacts", .card: "emergencyCard",
        .calendarLink: "calendarLinks",
    ]

    /// The name of the list of documents of this kind; by default the kind's raw value.
    static func name(of kind: Document.Kind) -> String {
        names[kind] ?? kind.rawValue
    }
}
