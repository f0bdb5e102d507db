package import AlarmCore

/// One thing that happens in a scenario because the scenario says so.
package struct ScenarioStep: Hashable, Sendable {
    /// An alarm that is set.
    package struct Sending: Hashable, Sendable {
        /// What the scenario calls it.
        package var alarm: String
        /// The phone that sets it.
        package var sender: String
        /// A phone of the person for whom it is.
        package var receiver: String
        /// When it is due, or first due.
        package var due: Instant
        /// The words.
        package var text: String
        /// How it repeats.
        package var rule: RecurrenceRule?
        /// The zone whose clocks the rule follows.
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

    /// What happens to the relay.
    package enum RelayEvent: String, CaseIterable, Hashable, Sendable {
        /// Its process ends as in a power cut.
        case kill
        /// Its operator ends it.
        case stop
        /// It is started again, on the same files and address.
        case start
    }

    /// What happens.
    package enum Action: Hashable, Sendable {
        /// Somebody sets an alarm.
        case send(Sending)
        /// Its sender gives it another time.
        case move(alarm: String, due: Instant)
        /// Somebody takes it back, on the phone named.
        case cancel(alarm: String, by: String)
        /// Somebody ends their pair.
        case revoke(by: String, with: String)
        /// A phone, or its user's habits, change.
        case change(phone: String, PhoneSettings)
        /// Something happens to a phone and is over at once.
        case event(phone: String, PhoneEvent)
        /// Somebody checks in by the app, and may share where they are.
        case checkIn(phone: String, Place?)
        /// Somebody changes what is watched.
        case plan(ScenarioCheckIn)
        /// Somebody has the relay play through what would happen.
        case rehearse(phone: String)
        /// Somebody without the app follows a link.
        case contact(String, ContactDeed)
        /// Somebody sets a reminder.
        case remind(ScenarioReminder)
        /// Somebody does something about a reminder, on the phone named.
        case reminder(String, by: String, ReminderDeed)
        /// A dweller's phone says that something may have happened to them; the scenario calls it so.
        case signal(String, from: String, CareSignal)
        /// A dweller's phone says that they are active.
        case active(phone: String)
        /// A dweller holds all alerts but those of the button.
        case pauseCare(phone: String, until: Instant)
        /// Somebody taps the newest notification that has such a button.
        case tap(phone: String, NotificationTap)
        case relay(RelayEvent)
        case post(PostService, PostEvent)
        case gateway(GatewayEvent)
    }

    /// When, in the run's own time.
    package var at: Instant
    /// The line of the file that says so.
    package var line: Int
    package var action: Action

    package init(at: Instant, line: Int = 0, _ action: Action) {
        self.at = at
        self.line = line
        self.action = action
    }
}
