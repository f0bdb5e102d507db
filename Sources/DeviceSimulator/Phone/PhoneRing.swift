import AlarmCore
import AlarmWire
import DeviceKit

/// One call of the phone to its user, and what it takes to answer it.
struct Call: Sendable {
    /// What made the phone call.
    enum Cause: String, Sendable {
        case push
        case sync
        case systemAlarm = "system alarm"
    }

    /// The alarm; nil for a push that names none.
    var alarm: AlarmID?
    var stage: PushStage?
    var cause: Cause
    /// The words and the sender, as far as the phone could open them, as in `“Good morning” from Ana`.
    var words: String
    var ring: Timeline.Ring
    /// How much of it reaches the user's senses.
    var effect: Reception.Effect
    /// Why it is no more than that.
    var reason: String
    /// The push, where nothing of the app has opened it yet.
    var unopened: [UInt8]?
    /// The alarm as the system keeps it, where it is the system that calls.
    var systemAlarm: IncomingAlarm?

    /// A call for an alarm that the app has opened.
    init(
        _ alarm: IncomingAlarm,
        _ cause: Cause,
        ring: Timeline.Ring,
        effect: Reception.Effect,
        reason: String
    ) {
        self.alarm = alarm.id
        self.stage = alarm.stage
        self.cause = cause
        let words = alarm.words.text.map { "\u{201C}\($0)\u{201D}" } ?? "an unverified alarm"
        self.words = "\(words) from \(alarm.partnerName ?? "somebody")\(alarm.isLate ? ", late" : "")"
        self.ring = ring
        self.effect = effect
        self.reason = reason
        systemAlarm = cause == .systemAlarm ? alarm : nil
    }

    /// A call with the generic words that the app's catalogue has, since nothing of the app has opened the push.
    init(unopened payload: [UInt8], _ push: AlarmPush?, _ reception: Reception) {
        alarm = push?.id
        stage = push?.stage
        cause = .push
        words = push == nil ? "a push that cannot be read" : "an alarm whose words nobody has opened"
        ring = reception.ring
        effect = reception.effect
        reason = reception.reason
        unopened = payload
    }

    /// What it looks like from outside.
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

/// What a user has answered, for the app to tell the relay.
struct GivenAnswer: Sendable {
    var alarm: AlarmID
    var report: AlarmReceipt.Report
    /// The end of a snooze, by the phone's own clock.
    var until: Instant?
    var reply: String?
    /// The push, where nothing of the app has opened it yet.
    var unopened: [UInt8]?
}
