package import AlarmCore

/// A small story with a known end: who has which phone, what happens when, and what must come of it.
///
/// All that a file says, checked: names are known, times lie in the run and in order, nothing contradicts anything.
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

    /// When a scenario begins that does not say it: an evening, so that days are told from nights.
    package static let usualStart = Instant(seconds: 1_803_934_800)

    /// A short name, as in `locked-phone`.
    package var name: String
    /// What it shows, in a line.
    package var title: String
    /// The file that it was read from; nil for one made by code.
    package var file: String?
    /// When the run begins, in its own time.
    package var start: Instant
    /// When it ends, in its own time.
    package var end: Instant
    /// The ladder that alarms climb; nil for the relay's own.
    package var policy: EscalationPolicy?
    /// The phones, in the order in which they are drawn.
    package var phones: [ScenarioPhone]
    /// The people without the app, in the order in which they are drawn.
    package var contacts: [ScenarioContact]
    /// Who is to check in, before anything else happens.
    package var checkIns: [ScenarioCheckIn]
    /// The family and the care circle, before anything else happens.
    package var circles: [ScenarioCircle]
    /// Who is paired with whom before anything else happens.
    package var pairs: [Pairing]
    /// What happens, in order.
    package var steps: [ScenarioStep]
    /// What must come of it.
    package var expectations: [ScenarioExpectation]

    package init(
        name: String,
        title: String,
        file: String? = nil,
        start: Instant = usualStart,
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

    /// The phone of this name.
    package func phone(_ name: String) -> ScenarioPhone? { phones.first { $0.name == name } }

    /// The person without the app of this name.
    package func contact(_ name: String) -> ScenarioContact? { contacts.first { $0.name == name } }

    /// The services that the relay needs to reach people without the app.
    package var services: Set<PostService> {
        var services: Set<PostService> = []
        if contacts.contains(where: { $0.email != nil }) { services.insert(.mail) }
        let numbers = contacts.map(\.number) + circles.flatMap(\.members).map(\.number)
        if numbers.contains(where: { $0 != nil }) { services.insert(.sms) }
        return services
    }

    /// The names of a person's phones, the first one first.
    package func phones(of person: String) -> [String] {
        phones.filter { $0.person == person }.map(\.name)
    }

    /// The circle of this kind.
    package func circle(_ kind: Circle.Kind) -> ScenarioCircle? { circles.first { $0.kind == kind } }

    /// Whether a phone's person is in a circle.
    package func isMember(_ phone: String, of circle: ScenarioCircle) -> Bool {
        let people = circle.phones.compactMap { self.phone($0)?.person }
        return self.phone(phone).map { people.contains($0.person) } ?? false
    }

    /// The alarms that are sent, in order.
    package var sendings: [ScenarioStep.Sending] {
        steps.compactMap { if case .send(let sending) = $0.action { sending } else { nil } }
    }
}
