import AlarmCore
import AlarmWire
import Engine

/// What a device asks of the relay, once or again and again until it has an answer.
final class Request {
    enum Kind {
        case accept(AlarmRequest)
        case change(AlarmID, AlarmChange)
        case cancel(AlarmID)
        case report(AlarmID, Receipt)
        case revoke(PairID)
        case replaceToken(ReplaceToken)
        case synchronise
        case plan(CheckInSettings)
        case checkIn
        case snoozeCheckIn
        case nameContact(ContactRequest)
        case decide(ContactID, ContactView.Consent)
        case dropContact(ContactID)
        case care(CareAct)
        case family(FamilyAct)
    }

    let number: Int
    let phone: Phone
    let kind: Kind
    /// By which a repeat is known.
    var name: RequestName
    /// The first answer that left the relay.
    var answer: Answer?
    /// How many transactions had been committed when its own first was, and what it left of the alarms that it changed.
    var commit: (version: Int, at: Instant, life: Life, epochs: [AlarmID: Int])?
    var attempts = 0
    /// What the relay's clock showed when its transaction began.
    var decidedAt = Instant(milliseconds: .min)
    /// When a node last took it up.
    var servedAt = Instant(milliseconds: .min)

    init(number: Int, phone: Phone, kind: Kind, name: RequestName) {
        self.number = number
        self.phone = phone
        self.kind = kind
        self.name = name
    }

    /// Whether it speaks of somebody who may be gone, or of what may not be there yet or not be theirs to know.
    var mayFindNothing: Bool {
        switch kind {
        case .decide, .dropContact, .snoozeCheckIn: true
        case .care(.cancel): false
        case .care: true
        case .family(.add): false
        case .family: true
        default: false
        }
    }

    /// The alarm of which it speaks.
    var alarm: AlarmID? {
        switch kind {
        case .accept(let request): request.id
        case .change(let id, _), .cancel(let id), .report(let id, _): id
        case .care(.cancel(let id)), .care(.acknowledge(let id)): id
        case .revoke, .replaceToken, .synchronise, .plan, .checkIn, .snoozeCheckIn, .nameContact, .decide, .dropContact,
            .care, .family:
            nil
        }
    }

    /// Until when it puts an alarm off, where it says; nil unless it puts one off.
    var snooze: Instant?? {
        switch kind {
        case .report(_, let receipt) where receipt.report == .snoozed: .some(receipt.until)
        case .family(.snooze(_, let end)): .some(end)
        default: nil
        }
    }

    /// Whether its answer waits for what is under way.
    var settles: Bool {
        switch kind {
        case .cancel, .revoke: true
        case .family(let act): act.silences != nil
        default: false
        }
    }
}
