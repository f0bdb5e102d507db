/// The shapes of a chart's marks: each kind has its own, so that nobody depends on colours.
enum MarkShape: String, CaseIterable {
    case request
    case push
    case refusal
    case arrival
    case arming
    case disarming
    case ring
    case silentRing = "silent-ring"
    case answer
    case notice
    case change
    case note
    case state

    init(of entry: Timeline.Entry) {
        switch entry.kind {
        case .request: self = .request
        case .state: self = .state
        case .push: self = .push
        case .refusal: self = .refusal
        case .arrival: self = .arrival
        case .arming: self = .arming
        case .disarming: self = .disarming
        case .ring: self = entry.ring?.isAudible == false ? .silentRing : .ring
        case .answer: self = .answer
        case .notice, .question, .mail, .sms, .call: self = .notice
        case .change: self = .change
        case .note: self = .note
        }
    }

    /// Meaning of the mark, for the legend.
    var meaning: String {
        switch self {
        case .request: "asks the relay"
        case .push: "push taken by the gateway"
        case .refusal: "push refused or unanswered"
        case .arrival: "push reached the phone"
        case .arming: "system alarm armed"
        case .disarming: "alarm taken off or stopped"
        case .ring: "rings, to be heard"
        case .silentRing: "shows without a sound"
        case .answer: "somebody answered"
        case .notice: "somebody is told"
        case .change: "condition changed"
        case .note: "anything else"
        case .state: "state changed"
        }
    }

    /// Identifier of the drawing in the page.
    var identifier: String { "mark-\(rawValue)" }

    /// The drawing around the point (0, 0), about 16 wide; `f` is filled, `o` is outlined.
    var drawing: StaticString {
        switch self {
        case .request: #"<circle class="f" r="6"/><path class="i" d="M-3 0H2.6M.4-2.5 2.9 0 .4 2.5"/>"#
        case .push: #"<path class="f" d="M-7.5-6H7.5L0 7Z"/>"#
        case .refusal: #"<path class="o w" d="M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5"/>"#
        case .arrival: #"<path class="f" d="M0-7.5 7.5 0 0 7.5-7.5 0Z"/>"#
        case .arming: #"<circle class="o" r="7"/><path class="o" d="M0-4V0L2.8 2"/>"#
        case .disarming: #"<circle class="o" r="7"/><path class="o" d="M-4.9 4.9 4.9-4.9"/>"#
        case .ring:
            #"<path class="f" d="M0-9c1 0 1.5.7 1.5 1.5 2.8.8 4.2 3 4.2 5.7 0 3.4 1 4.4 2.2 5.4H-7.9c1.2-1 2.2-2 2.2-5.4 0-2.7 1.4-4.9 4.2-5.7C-1.5-8.3-1-9 0-9ZM-2.4 5H2.4A2.4 2.4 0 0 1-2.4 5Z"/>"#
        case .silentRing:
            #"<path class="o" d="M0-8c.9 0 1.3.6 1.3 1.3 2.5.7 3.8 2.7 3.8 5.1 0 3 .9 3.9 2 4.8H-7.1c1.1-.9 2-1.8 2-4.8 0-2.4 1.3-4.4 3.8-5.1C-1.3-7.4-.9-8 0-8Z"/><path class="o" d="M-7.5 7.5 7.5-7.5"/>"#
        case .answer: #"<circle class="f" r="7.5"/><path class="i" d="M-3.5.2-1 2.8 3.6-2.6"/>"#
        case .notice: #"<path class="o" d="M-8-5.5H8V5.5H-8ZM-8-5.5 0 1 8-5.5"/>"#
        case .change: #"<path class="f" d="M-5-7.5H6.5L3.6-3.8 6.5 0H-3.4V8H-5Z"/>"#
        case .note: #"<circle class="f" r="3.4"/>"#
        case .state: #"<path class="f" d="M-1.5-7H1.5V7H-1.5Z"/>"#
        }
    }

    /// Returns the label of an entry's mark; nil if it adds nothing to the mark.
    static func label(for entry: Timeline.Entry) -> String? {
        switch entry.kind {
        case .push, .refusal, .notice: entry.stage
        case .ring: entry.ring?.way.rawValue
        case .answer: entry.state
        case .question: "question"
        case .mail: "letter"
        case .sms: "text message"
        case .call: "call"
        case .arming: "armed"
        case .disarming: "off"
        case .request: "request"
        case .change: entry.text.count > 24 ? entry.text.prefix(23) + "…" : entry.text
        case .arrival, .state, .note: nil
        }
    }
}
