import AlarmCore
import AlarmWire
import Delivery
import Engine

/// A request of a device, repeated until it is answered.
final class DeviceRequest {
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
        case decide(ContactID, ContactView.ConsentState, by: Destination.Medium)
        /// The person rehearses what would follow a missed check-in.
        case rehearse
        /// The person tests that notifications arrive.
        case testPush
        case dropContact(ContactID)
        case link(LinkStep)
        case care(CareAction)
        case family(FamilyAction)
    }

    let number: Int
    let phone: Phone
    let kind: Kind
    /// The phone's address when it asked.
    let address: DeviceAddress
    /// Name by which the relay recognises a repeat.
    var name: RequestName
    /// First answer that left the relay.
    var answer: EngineResponse?
    /// Number, time and process of the request's first transaction, and the epochs of the alarms it changed.
    var commit: (version: Int, at: Instant, life: NodeProcess, epochs: [AlarmID: Int])?
    var attempts = 0
    /// Reading of the relay's clock when the transaction began.
    var decidedAt = Instant(milliseconds: .min)
    /// Number of transactions that had been committed when the request's transaction first began.
    var beganAfter: Int?
    /// Time at which a node last took the request up.
    var servedAt = Instant(milliseconds: .min)

    /// Whether the transaction did what was asked for.
    var isDone = false

    /// What the relay answered to a synchronisation.
    var synced: SyncAnswer?

    init(number: Int, phone: Phone, kind: Kind, name: RequestName) {
        self.number = number
        self.phone = phone
        self.kind = kind
        address = phone.address
        self.name = name
    }

    /// Whether "not found" is a proper answer: the subject may be gone, not exist yet, or be hidden from the person.
    var mayFindNothing: Bool {
        switch kind {
        case .decide, .dropContact, .snoozeCheckIn: true
        case .care(.cancel): false
        case .care, .link: true
        case .family(.add): false
        case .family: true
        default: false
        }
    }

    /// The alarm that the request concerns.
    var alarm: AlarmID? {
        switch kind {
        case .accept(let request): request.id
        case .change(let id, _), .cancel(let id), .report(let id, _): id
        case .care(.cancel(let id)), .care(.acknowledge(let id)): id
        case .revoke, .replaceToken, .synchronise, .plan, .checkIn, .snoozeCheckIn, .nameContact, .decide, .dropContact,
            .rehearse, .testPush, .link, .care, .family:
            nil
        }
    }

    /// End of the snooze that the request asks for, if it names one; nil if the request is not a snooze.
    var snooze: Instant?? {
        switch kind {
        case .report(_, let receipt) where receipt.report == .snoozed: .some(receipt.until)
        case .family(.snooze(_, let end)): .some(end)
        default: nil
        }
    }

    /// Whether the answer waits for the deliveries that are under way.
    var resolvesAlert: Bool {
        switch kind {
        case .cancel, .revoke: true
        case .family(let act): act.silences != nil
        default: false
        }
    }
}
