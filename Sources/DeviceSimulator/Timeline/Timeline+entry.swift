package import AlarmCore

extension Timeline {
    /// The participant who saw or did something.
    package enum Lane: Hashable, Sendable {
        /// The scenario's script: takes phones offline, kills the relay.
        case scenario
        case relay
        case gateway
        /// The mail server.
        case mail
        /// The SMS provider.
        case sms
        case phone(String)
        /// Somebody without the app.
        case contact(String)

        /// Heading of the lane's column.
        package var name: String {
            switch self {
            case .scenario: "scenario"
            case .relay: "relay"
            case .gateway: "gateway"
            case .mail: "mail"
            case .sms: "sms"
            case .phone(let name), .contact(let name): name
            }
        }
    }

    /// Kind of an entry, for judging and drawing a run.
    package enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// Somebody sent a request to the relay: to set, move or cancel an alarm, to pair, to revoke.
        case request
        /// The relay's view of an alarm changed; ``Entry/state`` has the new state.
        case state
        /// The gateway accepted a push; ``Entry/stage`` says what for.
        case push
        /// The gateway refused a push or never answered.
        case refusal
        /// A push reached a phone.
        case arrival
        /// A phone registered a system alarm.
        case arming
        /// A phone removed a system alarm, or stopped a sound.
        case disarming
        /// A phone alerted its user, or tried to; ``Entry/ring`` says how.
        case ring
        /// A user answered; ``Entry/state`` has the receipt's kind.
        case answer
        /// A sender's phone received a notice; ``Entry/stage`` says which.
        case notice
        /// Somebody was asked for their consent by letter or text message.
        case question
        /// A letter reached somebody.
        case mail
        /// A text message reached somebody.
        case sms
        /// Somebody was called, or their voicemail was.
        case call
        /// The condition of a phone, the relay or the gateway changed.
        case change
        /// Anything else.
        case note
    }

    /// The way in which a phone alerts its user.
    package enum Way: String, CaseIterable, Hashable, Sendable, Codable {
        /// The system's own alarm, through silent mode and Focus.
        case alarmKit = "alarmkit"
        /// A critical alert, through silent mode and Focus.
        case critical
        /// A notification that breaks through Focus, silent if the phone is.
        case timeSensitive = "time-sensitive"
        /// A notification that a Focus holds back.
        case ordinary
        /// A page of a browser in Bedside mode, through silent mode, as loud as media are.
        case page
    }

    /// One attempt of a phone to alert its user.
    package struct Ring: Hashable, Sendable, Codable {
        /// The way of the attempt.
        package var way: Way
        /// Whether the phone made a sound; a notification that only shows or vibrates wakes nobody.
        package var isAudible: Bool

        package init(way: Way, isAudible: Bool) {
            self.way = way
            self.isAudible = isAudible
        }
    }

    /// An entry of a timeline: one thing that happened.
    package struct Entry: Hashable, Sendable {
        package var at: Instant
        package var lane: Lane
        package var kind: Kind
        /// Description for a reader.
        package var text: String
        /// Full text of a letter or text message, including its subject.
        package var content: String?
        /// Identifier of the alarm concerned.
        package var alarm: AlarmID?
        /// Purpose of the push, as the protocol spells it: `handoff`, `ring`, `no-answer` and so on.
        package var stage: String?
        /// State of the alarm or kind of the receipt, as the protocol spells it.
        package var state: String?
        /// How a phone rang.
        package var ring: Ring?
        /// Time for which the alarm was set that a phone makes itself heard for.
        package var due: Instant?
        /// The phone concerned, if another lane acted for it.
        package var phone: String?

        package init(
            at: Instant,
            lane: Lane,
            kind: Kind = .note,
            text: String,
            content: String? = nil,
            alarm: AlarmID? = nil,
            stage: String? = nil,
            state: String? = nil,
            ring: Ring? = nil,
            due: Instant? = nil,
            phone: String? = nil
        ) {
            self.at = at
            self.lane = lane
            self.kind = kind
            self.text = text
            self.content = content
            self.alarm = alarm
            self.stage = stage
            self.state = state
            self.ring = ring
            self.due = due
            self.phone = phone
        }
    }
}
