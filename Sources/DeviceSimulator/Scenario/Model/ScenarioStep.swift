package import AlarmCore

/// One planned event of a scenario.
package struct ScenarioStep: Hashable, Sendable {
    /// An alarm that is set.
    package struct Sending: Hashable, Sendable {
        /// Name of the alarm in the scenario.
        package var alarm: String
        /// The phone that sets it.
        package var sender: String
        /// A phone of the receiver.
        package var receiver: String
        /// Due time, of the first occurrence if it repeats.
        package var due: Instant
        /// Message of the alarm.
        package var text: String
        /// Rule by which the alarm repeats.
        package var rule: RecurrenceRule?
        /// Zone whose clocks the rule follows.
        package var zone: String?

        package init(
            alarm: String,
            sender: String,
            receiver: String,
            due: Instant,
            text: String,
            rule: RecurrenceRule? = nil,
            zone: String? = nil
        ) {
            self.alarm = alarm
            self.sender = sender
            self.receiver = receiver
            self.due = due
            self.text = text
            self.rule = rule
            self.zone = zone
        }
    }

    /// An event of the relay.
    package enum RelayEvent: String, CaseIterable, Hashable, Sendable {
        /// The process ends as in a power cut.
        case kill
        /// The operator stops the process.
        case stop
        /// The relay is started again, with the same files and address.
        case start
    }

    /// The planned event.
    package enum Action: Hashable, Sendable {
        /// Somebody sets an alarm.
        case send(Sending)
        /// The sender moves an alarm to another time.
        case move(alarm: String, due: Instant)
        /// Somebody cancels an alarm, on the phone named.
        case cancel(alarm: String, by: String)
        /// Somebody ends their pair.
        case revoke(by: String, with: String)
        /// A phone, or its user's habits, change.
        case change(phone: String, PhoneSettings)
        /// A phone has an event that is over at once.
        case event(phone: String, PhoneEvent)
        /// Somebody checks in with the app, and may share their position.
        case checkIn(phone: String, Place?)
        /// Somebody changes their check-in plan.
        case plan(ScenarioCheckIn)
        /// Somebody asks the relay for a rehearsal of an alert.
        case rehearse(phone: String)
        /// Somebody without the app follows a link.
        case contact(String, ContactAction)
        /// Somebody sets a reminder.
        case remind(ScenarioReminder)
        /// Somebody acts on a reminder, on the phone named.
        case reminder(String, by: String, ReminderAction)
        /// A dweller's phone reports a signal, named here.
        case signal(String, from: String, CareSignal)
        /// A dweller's phone reports activity.
        case active(phone: String)
        /// A dweller pauses all alerts except those of the button.
        case pauseCare(phone: String, until: Instant)
        /// Somebody taps the newest notification that has this button.
        case tap(phone: String, NotificationTap)
        case relay(RelayEvent)
        case post(MessagingService, MessagingServiceEvent)
        case gateway(GatewayEvent)
    }

    /// Time of the step, in the run's own time.
    package var at: Instant
    /// Line of the step in the file.
    package var line: Int
    package var action: Action

    package init(at: Instant, line: Int = 0, _ action: Action) {
        self.at = at
        self.line = line
        self.action = action
    }
}

/// A momentary event of a phone.
package enum PhoneEvent: String, CaseIterable, Hashable, Sendable {
    /// The phone is turned off and on again; until somebody unlocks it, it is locked.
    case restart
    /// The user looks at the lock screen, and acts on what is there.
    case look
    /// The user opens the app, which fetches what it has missed.
    case openApp = "open-app"
    /// The user deletes the app and installs it again: all of its data, its pairs too, is lost.
    case reinstallApp = "reinstall-app"
    /// The push service gives the app another token, and the old one becomes invalid.
    case renewToken = "renew-token"
    /// The push service declares the token invalid, and the app does not know it yet.
    case expireToken = "expire-token"
}
