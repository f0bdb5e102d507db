package import AlarmCore

extension Timeline {
    /// Who saw or did it.
    package enum Lane: Hashable, Sendable {
        /// Whoever directs the run: takes phones off line, kills the relay.
        case scenario
        case relay
        case gateway
        /// The mail server.
        case mail
        /// The provider of text messages.
        case sms
        case phone(String)
        /// Somebody without the app.
        case contact(String)

        /// A name for a column.
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

    /// What kind of thing happened, for those who judge a run and those who draw it.
    package enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// Somebody asked the relay for something: to set, move or cancel an alarm, to pair, to revoke.
        case request
        /// The relay's view of an alarm changed; ``Entry/state`` has the new state.
        case state
        /// The gateway took a push; ``Entry/stage`` says what for.
        case push
        /// The gateway refused a push or never answered.
        case refusal
        /// A push reached a phone.
        case arrival
        /// A phone registered a system alarm.
        case arming
        /// A phone took a system alarm off, or stopped a sound.
        case disarming
        /// A phone made itself noticed, or tried to; ``Entry/ring`` says how.
        case ring
        /// A user answered; ``Entry/state`` has the receipt's word.
        case answer
        /// A sender's phone was told something; ``Entry/stage`` says what.
        case notice
        /// Somebody was asked by letter or text message whether they want to be told.
        case question
        /// A letter reached somebody.
        case mail
        /// A text message reached somebody.
        case sms
        /// A phone's, the relay's or the gateway's condition changed.
        case change
        /// Anything else.
        case note
    }

    /// By which way a phone called its user.
    package enum Way: String, CaseIterable, Hashable, Sendable, Codable {
        /// The system's own alarm, through silent mode and Focus.
        case alarmKit = "alarmkit"
        /// A critical alert, through silent mode and Focus.
        case critical
        /// A notification that breaks through Focus, silent if the phone is.
        case timeSensitive = "time-sensitive"
        /// A notification that Focus holds back.
        case ordinary
    }

    /// One call of a phone to its user.
    package struct Ring: Hashable, Sendable, Codable {
        /// By which way.
        package var way: Way
        /// Whether it made a sound; what only shows or vibrates wakes nobody.
        package var isAudible: Bool

        package init(way: Way, isAudible: Bool) {
            self.way = way
            self.isAudible = isAudible
        }
    }

    /// One thing that happened.
    package struct Entry: Hashable, Sendable {
        package var at: Instant
        package var lane: Lane
        package var kind: Kind
        /// In words, for a person.
        package var text: String
        /// What was written, subject and all, where somebody got a letter or a text message.
        package var content: String?
        /// The alarm that it is about, by its id.
        package var alarm: AlarmID?
        /// What the push was for, as the protocol spells it.
        ///
        /// `handoff`, `ring`, `no-answer` and so on.
        package var stage: String?
        /// The alarm's state or the receipt's word, as the protocol spells it.
        package var state: String?
        /// How a phone rang.
        package var ring: Ring?
        /// The phone that it is for, where another lane did it.
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
            self.phone = phone
        }
    }
}
