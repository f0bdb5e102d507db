import AlarmCore
import AlarmWire
import DeviceKit

/// One attempt of the phone to get its user's attention, with the data needed to answer it.
struct PhoneRing: Sendable {
    /// The source of the ring.
    enum Cause: String, Sendable {
        case push
        case sync
        case systemAlarm = "system alarm"
        case localNotification = "local notification"
        /// A page in Bedside mode.
        case page
    }

    /// The alarm; nil for a push that names none.
    var alarm: AlarmID?
    var stage: PushStage?
    /// The time for which the alarm was set; nil for a push that names none.
    var due: Instant?
    var cause: Cause
    /// The message and its sender, as far as the phone could open them, as in `“Good morning” from Ana`.
    var words: String
    var ring: Timeline.Ring
    /// How much of the ring reaches the user's senses.
    var effect: Reception.Effect
    /// Reason why the effect is not stronger.
    var reason: String
    /// The push, if no code of the app has opened it yet.
    var unopened: [UInt8]?
    /// The alarm, if the app has opened it.
    var opened: IncomingAlarm?

    /// Creates a ring for an alarm that the app has opened.
    init(
        _ alarm: IncomingAlarm,
        _ cause: Cause,
        ring: Timeline.Ring,
        effect: Reception.Effect,
        reason: String
    ) {
        self.alarm = alarm.id
        self.stage = alarm.stage
        due = alarm.time
        self.cause = cause
        let words = alarm.words.text.map { "\u{201C}\($0)\u{201D}" } ?? "an unverified alarm"
        self.words = "\(words) from \(alarm.partnerName ?? "somebody")\(alarm.isLate ? ", late" : "")"
        self.ring = ring
        self.effect = effect
        self.reason = reason
        opened = alarm
    }

    /// The alarm as the system keeps it, if the system rings.
    var systemAlarm: IncomingAlarm? { cause == .systemAlarm || cause == .page ? opened : nil }

    /// Creates a ring with the generic text of the app's catalogue, for a push that no code of the app has opened.
    init(unopened payload: [UInt8], _ push: AlarmPush?, _ reception: Reception) {
        alarm = push?.id
        stage = push?.stage
        due = push?.time
        cause = .push
        words = push == nil ? "a push that cannot be read" : "an alarm whose words nobody has opened"
        ring = reception.ring
        effect = reception.effect
        reason = reception.reason
        unopened = payload
    }

    /// Description as an observer sees it.
    var description: String {
        let verb =
            switch effect {
            case .sounds: "RINGS"
            case .vibrates: "vibrates"
            case .shows: "shows"
            case .none: "stays dark"
            }
        return "\(verb) (\(cause.rawValue)): \(words)" + (effect == .sounds ? "" : "; \(reason)")
    }
}

/// A user's answer, for the app to report to the relay.
struct UserAnswer: Sendable {
    var alarm: AlarmID
    var report: AlarmReceipt.Report
    /// The end of a snooze, by the phone's own clock.
    var until: Instant?
    var reply: String?
    /// The push, if no code of the app has opened it yet.
    var unopened: [UInt8]?
}
