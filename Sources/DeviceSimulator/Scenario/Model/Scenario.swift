package import AlarmCore

/// A scenario: who has which phone, what happens when, and what must come of it.
///
/// The checked content of a file: names are known, times lie within the run and in order, and nothing is contradictory.
package struct Scenario: Hashable, Sendable {
    /// Two phones whose users agreed to reach one another.
    package struct Pairing: Hashable, Sendable {
        /// The phone that shows the code.
        package var inviter: String
        /// The phone that enters it.
        package var claimer: String

        package init(_ inviter: String, _ claimer: String) {
            self.inviter = inviter
            self.claimer = claimer
        }
    }

    /// Default start of a scenario: an evening, so that days and nights differ.
    package static let defaultStart = Instant(seconds: 1_803_934_800)

    /// A short name, as in `locked-phone`.
    package var name: String
    /// Title of the scenario, in one line.
    package var title: String
    /// Path of the scenario's file; nil for one made by code.
    package var file: String?
    /// Start of the run, in its own time.
    package var start: Instant
    /// End of the run, in its own time.
    package var end: Instant
    /// Escalation policy of the alarms; nil for the relay's own.
    package var policy: EscalationPolicy?
    /// The phones, in the order in which they are drawn.
    package var phones: [ScenarioPhone]
    /// The people without the app, in the order in which they are drawn.
    package var contacts: [ScenarioContact]
    /// The check-in plans that exist before anything else happens.
    package var checkIns: [ScenarioCheckIn]
    /// The family and the care circle that exist before anything else happens.
    package var circles: [ScenarioCircle]
    /// The pairs that exist before anything else happens.
    package var pairs: [Pairing]
    /// The steps, in order of time.
    package var steps: [ScenarioStep]
    /// The expectations of the scenario.
    package var expectations: [ScenarioExpectation]

    package init(
        name: String,
        title: String,
        file: String? = nil,
        start: Instant = defaultStart,
        end: Instant,
        policy: EscalationPolicy? = nil,
        phones: [ScenarioPhone],
        contacts: [ScenarioContact] = [],
        checkIns: [ScenarioCheckIn] = [],
        circles: [ScenarioCircle] = [],
        pairs: [Pairing],
        steps: [ScenarioStep],
        expectations: [ScenarioExpectation]
    ) {
        self.name = name
        self.title = title
        self.file = file
        self.start = start
        self.end = end
        self.policy = policy
        self.phones = phones
        self.contacts = contacts
        self.checkIns = checkIns
        self.circles = circles
        self.pairs = pairs
        self.steps = steps
        self.expectations = expectations
    }

    /// Returns the phone with this name.
    package func phone(_ name: String) -> ScenarioPhone? { phones.first { $0.name == name } }

    /// Returns the person without the app who has this name.
    package func contact(_ name: String) -> ScenarioContact? { contacts.first { $0.name == name } }

    /// The services that the relay needs to reach people without the app.
    package var services: Set<MessagingService> {
        var services: Set<MessagingService> = []
        if contacts.contains(where: { $0.email != nil }) { services.insert(.mail) }
        let numbers = contacts.map(\.number) + circles.flatMap(\.members).map(\.number)
        if numbers.contains(where: { $0 != nil }) { services.insert(.sms) }
        return services
    }

    /// The numbers that the relay may call, each with what happens then.
    package var calls: [String: ScenarioCircle.CallAnswer] {
        let members = circles.flatMap(\.members)
        return Dictionary(
            members.compactMap { member in member.number.flatMap { number in member.calls.map { (number, $0) } } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the names of a person's phones, the first one first.
    package func phones(of person: String) -> [String] {
        phones.filter { $0.person == person }.map(\.name)
    }

    /// Returns the circle of this kind.
    package func circle(_ kind: Circle.Kind) -> ScenarioCircle? { circles.first { $0.kind == kind } }

    /// Whether a phone's person is in a circle.
    package func isMember(_ phone: String, of circle: ScenarioCircle) -> Bool {
        let people = circle.phones.compactMap { self.phone($0)?.person }
        return self.phone(phone).map { people.contains($0.person) } ?? false
    }

    /// The alarms that are set, in order.
    package var sendings: [ScenarioStep.Sending] {
        steps.compactMap { if case .send(let sending) = $0.action { sending } else { nil } }
    }
}
