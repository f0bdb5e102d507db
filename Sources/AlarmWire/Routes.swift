public import AlarmCore

/// The paths of the API: the templates that a relay serves, and the targets that a device asks for.
///
/// A target goes into the envelope's `htu` exactly as it goes onto the wire, so that both sides build it here.
public enum Routes {
    /// Templates, with `{id}` where a name goes; also what logs and metrics call a route.
    public enum Template: String, CaseIterable, Hashable, Sendable {
        case devices = "/v1/devices"
        case device = "/v1/devices/{id}"
        case token = "/v1/devices/self/token"
        case invites = "/v1/invites"
        case claim = "/v1/invites/claim"
        case invite = "/v1/invites/{id}"
        case answer = "/v1/invites/{id}/answer"
        case parcels = "/v1/invites/{id}/parcels"
        case confirm = "/v1/invites/{id}/confirm"
        case acknowledge = "/v1/invites/{id}/ack"
        case pairs = "/v1/pairs"
        case pair = "/v1/pairs/{id}"
        case consent = "/v1/consent/{id}"
        case circles = "/v1/circles"
        case circle = "/v1/circles/{id}"
        case circleMember = "/v1/circles/{id}/members/{person}"
        case introductions = "/v1/circles/{id}/introductions"
        case introduction = "/v1/circles/{id}/introductions/{person}"
        case alarms = "/v1/alarms"
        case alarm = "/v1/alarms/{id}"
        case receipts = "/v1/alarms/{id}/receipts"
        case preview = "/v1/schedule/preview"
        case checkIns = "/v1/check-ins"
        case checkInPlan = "/v1/check-ins/plan"
        case checkInSnooze = "/v1/check-ins/snooze"
        case checkInLink = "/v1/check-ins/link"
        case rehearsal = "/v1/check-ins/rehearsal"
        case testPush = "/v1/check-ins/test"
        case contacts = "/v1/contacts"
        case contact = "/v1/contacts/{id}"
        case contactConfirmation = "/v1/contacts/{id}/confirmation"
        case care = "/v1/care"
        case careSettings = "/v1/care/settings"
        case carePause = "/v1/care/pause"
        case carePhone = "/v1/care/phone"
        case careSignals = "/v1/care/signals"
        case careActivity = "/v1/care/activity"
        case careInvitations = "/v1/care/invitations"
        case careAlert = "/v1/care/alerts/{id}"
        case careAcknowledgement = "/v1/care/alerts/{id}/acknowledgement"
        case careNote = "/v1/care/alerts/{id}/note"
        case careHistory = "/v1/care/circles/{id}/alerts"
        case careTable = "/v1/care/circles/{id}/alerts.csv"
        case reminders = "/v1/circles/{id}/reminders"
        case reminder = "/v1/reminders/{id}"
        case reminderCompletion = "/v1/reminders/{id}/completion"
        case reminderMarks = "/v1/reminders/{id}/marks"
        case reminderPlace = "/v1/reminders/{id}/place"
        case reminderPosition = "/v1/reminders/{id}/position"
        case reminderSnooze = "/v1/reminders/{id}/snooze"
        case me = "/v1/me"
        case export = "/v1/me/export"
        case sync = "/v1/sync"
        case events = "/v1/events"

        /// The methods that the path knows.
        public var methods: [RequestMethod] {
            switch self {
            case .claim, .answer, .parcels, .confirm, .acknowledge, .receipts, .preview, .invites: [.post]
            case .checkInSnooze, .rehearsal, .testPush, .contactConfirmation: [.post]
            case .checkIns, .contacts: [.get, .post]
            case .checkInLink: [.post, .delete]
            case .contact: [.put, .delete]
            case .checkInPlan, .introduction, .careNote: [.put]
            case .token: [.put]
            case .me: [.delete]
            case .export: [.get]
            case .careSignals, .careActivity, .careInvitations, .careAcknowledgement: [.post]
            case .care, .careHistory, .careTable: [.get]
            case .careSettings: [.get, .put]
            case .carePause, .carePhone: [.put, .delete]
            case .careAlert: [.get, .delete]
            case .invite: [.get, .delete]
            case .pairs, .sync, .events, .introductions: [.get]
            case .pair, .device: [.delete]
            case .alarms, .devices, .circles: [.get, .post]
            case .consent: [.get, .put]
            case .circle: [.get, .patch]
            case .circleMember: [.patch, .delete]
            case .alarm: [.get, .patch, .delete]
            case .reminders: [.get, .post]
            case .reminder: [.get, .put, .delete]
            case .reminderCompletion: [.post, .delete]
            case .reminderPlace: [.put, .delete]
            case .reminderMarks, .reminderPosition, .reminderSnooze: [.post]
            }
        }
    }

    /// The query name of what a page of a list comes before.
    public static let beforeParameter = "before"
    /// The query name of a cursor.
    public static let sinceParameter = "since"

    /// `POST`: register a device, the one request without an envelope; `GET`: the devices of the caller's person.
    public static let devices = Template.devices.rawValue
    /// `PUT`: another push token for the calling device.
    public static let token = Template.token.rawValue
    /// `POST`: open an invite.
    public static let invites = Template.invites.rawValue
    /// `POST`: claim an invite.
    public static let claim = Template.claim.rawValue
    /// `GET`: the caller's pairs.
    public static let pairs = Template.pairs.rawValue
    /// `POST`: a new family or care circle; `GET`: those of the caller.
    public static let circles = Template.circles.rawValue
    /// `POST`: a new alarm; `GET`: the caller's alarms.
    public static let alarms = Template.alarms.rawValue
    /// `POST`: when an alarm would ring, before it is set.
    public static let preview = Template.preview.rawValue
    /// `GET`: what would have been pushed, as it happens.
    public static let events = Template.events.rawValue

    /// `GET`: how the check-in stands; `POST`: check in.
    public static let checkIns = Template.checkIns.rawValue
    /// `PUT`: what is watched.
    public static let checkInPlan = Template.checkInPlan.rawValue
    /// `POST`: move the deadline by 24 h.
    public static let checkInSnooze = Template.checkInSnooze.rawValue
    /// `POST`: make the link by which a script checks in; `DELETE`: take it back.
    public static let checkInLink = Template.checkInLink.rawValue
    /// `POST`: show the person what would happen.
    public static let rehearsal = Template.rehearsal.rawValue
    /// `POST`: send the person a push that proves that pushes arrive.
    public static let testPush = Template.testPush.rawValue
    /// `GET`: the caller's contacts; `POST`: one more.
    public static let contacts = Template.contacts.rawValue

    /// `GET`: how everybody is whom the caller looks after.
    public static let care = Template.care.rawValue
    /// `GET`: what the dweller set; `PUT`: set it.
    public static let careSettings = Template.careSettings.rawValue
    /// `PUT`: pause alerts; `DELETE`: end the pause.
    public static let carePause = Template.carePause.rawValue
    /// `PUT`: the caller's own number, for alerts; `DELETE`: forget it.
    public static let carePhone = Template.carePhone.rawValue
    /// `POST`: something may have happened to the dweller.
    public static let careSignals = Template.careSignals.rawValue
    /// `POST`: the dweller is active.
    public static let careActivity = Template.careActivity.rawValue
    /// `POST`: send somebody the link of an invite.
    public static let careInvitations = Template.careInvitations.rawValue

    /// `GET`: one alert; `DELETE`: the dweller calls it off.
    public static func careAlert(_ id: DocumentID) -> String { fill(.careAlert, id) }

    /// `POST`: a member looks after the dweller.
    public static func careAcknowledgement(_ id: DocumentID) -> String { fill(.careAcknowledgement, id) }

    /// `PUT`: what the caller says about an alert, sealed.
    public static func careNote(_ id: DocumentID) -> String { fill(.careNote, id) }

    /// `GET`: the alerts of a care circle, newest first; those before `last`.
    public static func careHistory(_ circle: CircleID, before last: DocumentID? = nil) -> String {
        fill(.careHistory, circle) + (last.map { "?\(beforeParameter)=\($0)" } ?? "")
    }

    /// `GET`: the same as a table (RFC 4180).
    public static func careTable(_ circle: CircleID) -> String { fill(.careTable, circle) }

    /// `PUT`: change a contact; `DELETE`: forget it.
    public static func contact(_ id: ContactID) -> String { fill(.contact, id) }

    /// `POST`: ask a contact once more whether they want to be told.
    public static func contactConfirmation(_ id: ContactID) -> String { fill(.contactConfirmation, id) }

    /// `DELETE`: all that the caller's person gave.
    public static let me = Template.me.rawValue

    /// `GET`: everything that the relay keeps of the caller's person, or the page behind `cursor`.
    public static func export(since cursor: SyncCursor? = nil) -> String {
        cursor.map { "\(Template.export.rawValue)?\(sinceParameter)=\($0.text)" } ?? Template.export.rawValue
    }

    /// `GET`: where an invite stands; `DELETE`: take it back.
    public static func invite(_ id: InviteID) -> String { fill(.invite, id) }

    /// `POST`: the claimer's answer.
    public static func answer(_ id: InviteID) -> String { fill(.answer, id) }

    /// `POST`: a sealed parcel for another device of the inviter's person.
    public static func parcels(_ id: InviteID) -> String { fill(.parcels, id) }

    /// `POST`: the inviter's confirmation.
    public static func confirm(_ id: InviteID) -> String { fill(.confirm, id) }

    /// `DELETE`: remove a device of the caller's person.
    public static func device(_ id: DeviceID) -> String { fill(.device, id) }

    /// `POST`: the claimer's last word, which makes the pair.
    public static func acknowledge(_ id: InviteID) -> String { fill(.acknowledge, id) }

    /// `DELETE`: end a pair.
    public static func pair(_ id: PairID) -> String { fill(.pair, id) }

    /// `GET`: what the caller lets the partner of a pair do; `PUT`: set it.
    public static func consent(_ pair: PairID) -> String { fill(.consent, pair) }

    /// `GET`: what the caller lets somebody in a circle with them do; `PUT`: set it.
    public static func consent(_ person: PersonID) -> String { fill(.consent, person) }

    /// `GET`: a circle; `PATCH`: change it.
    public static func circle(_ id: CircleID) -> String { fill(.circle, id) }

    /// `PATCH`: change somebody's place in a circle; `DELETE`: leave it, or remove somebody.
    public static func circleMember(_ person: PersonID, of circle: CircleID) -> String {
        fill(.circleMember, circle).replacing("{person}", with: person.description)
    }

    /// `GET`: who is who in a circle, as sealed for the caller.
    public static func introductions(in circle: CircleID) -> String { fill(.introductions, circle) }

    /// `PUT`: tell somebody in a circle, sealed, who is who.
    public static func introduction(to person: PersonID, in circle: CircleID) -> String {
        fill(.introduction, circle).replacing("{person}", with: person.description)
    }

    /// `GET`: an alarm; `PATCH`: change it; `DELETE`: cancel it.
    public static func alarm(_ id: AlarmID) -> String { fill(.alarm, id) }

    /// `POST`: what a device reports of an alarm.
    public static func receipts(_ id: AlarmID) -> String { fill(.receipts, id) }

    /// `GET`: everything that the calling device should have armed, or what changed since `cursor`.
    public static func sync(since cursor: SyncCursor? = nil) -> String {
        cursor.map { "\(Template.sync.rawValue)?\(sinceParameter)=\($0.text)" } ?? Template.sync.rawValue
    }

    private static func fill<Kind>(_ template: Template, _ id: Identifier<Kind>) -> String {
        template.rawValue.replacing("{id}", with: id.description)
    }
}
