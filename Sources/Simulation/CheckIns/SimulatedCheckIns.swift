import AlarmCore
import AlarmWire

/// Model of a person who checks in, and of their contacts.
final class SimulatedCheckIns {
    /// A contact's consent from a given transaction on; nil once the contact was removed.
    struct Word {
        let version: Int
        let consent: ContactView.ConsentState?
        /// The addresses at which they agreed.
        var agreed: Set<Destination.Medium> = []
    }

    let phone: Phone
    /// Settings as the person last set them.
    var settings: CheckInSettings
    /// Check-in cycle that follows from the person's requests.
    var cycle: CheckInCycle
    /// Time until which the alarm that the request under inspection began puts its deadline off, for the relay's absences.
    var credited: Instant?
    /// Consent history of each contact, by transaction.
    var words: [ContactID: [Word]] = [:]
    /// Addresses of each contact.
    var media: [ContactID: Set<Destination.Medium>] = [:]
    /// The contacts' names; a request that was repeated too late names somebody twice.
    var names: [ContactID: String] = [:]
    /// Contacts whose server has told some node that it wants no more webhooks.
    var endedWebhooks: Set<ContactID> = []
    /// The contacts in the order in which they were named.
    var contacts: [ContactID] = []
    /// Contacts who were told that they receive no more, with the transaction and the process that answered.
    var promisedSilence: [ContactID: (version: Int, life: NodeProcess)] = [:]
    /// Whether the person's phone had an address throughout.
    var wasReachable = true

    init(phone: Phone, settings: CheckInSettings, cycle: CheckInCycle) {
        self.phone = phone
        self.settings = settings
        self.cycle = cycle
    }

    /// Returns the contact's consent after `version` committed transactions.
    func consent(of contact: ContactID, at version: Int) -> ContactView.ConsentState? {
        words[contact]?.last { $0.version <= version }?.consent
    }

    /// Whether a contact was told at this address after `version` committed transactions.
    func isTold(_ contact: ContactID, by medium: Destination.Medium, at version: Int) -> Bool {
        guard let word = words[contact]?.last(where: { $0.version <= version }), word.consent == .confirmed else {
            return false
        }
        return medium == .webhook ? !word.agreed.isEmpty : word.agreed.contains(medium)
    }

    /// Whether a contact was still to be asked at this address after `version` committed transactions.
    func isAsked(_ contact: ContactID, by medium: Destination.Medium, at version: Int) -> Bool {
        guard let word = words[contact]?.last(where: { $0.version <= version }), medium != .webhook else {
            return false
        }
        return word.consent != nil && word.consent != .unsubscribed && !word.agreed.contains(medium)
    }

    /// Takes a contact's answer, given by a link that was sent to one of their addresses.
    func take(
        _ consent: ContactView.ConsentState,
        of contact: ContactID,
        by medium: Destination.Medium,
        at version: Int
    ) {
        guard let former = words[contact]?.last, former.consent != nil else { return }
        let agreed = consent == .confirmed ? former.agreed.union([medium]) : []
        words[contact]?.append(Word(version: version, consent: consent, agreed: agreed))
        if consent == .confirmed { promisedSilence[contact] = nil }
        guard consent == .unsubscribed else { return }
        // Whoever stops letters stops them for the address, also where it stands twice.
        for twin in contacts where twin != contact && names[twin] == names[contact] {
            guard let last = words[twin]?.last?.consent, last != .unsubscribed else { continue }
            words[twin]?.append(Word(version: version, consent: .unsubscribed, agreed: []))
        }
    }

    /// Returns the cycle with the plan in force at `now`: a vacation that is over does not count.
    func cycle(at now: Instant) throws -> CheckInCycle {
        CheckInCycle(
            plan: try Self.plan(settings, at: now),
            lastCheckIn: cycle.lastCheckIn,
            start: cycle.start,
            deadline: cycle.deadline,
            snoozes: cycle.snoozes
        )
    }

    static func plan(_ settings: CheckInSettings, at now: Instant) throws -> CheckInPlan {
        let plan = try CheckInPlan(
            kind: settings.kind,
            threshold: settings.threshold ?? CheckInLimits.defaultThreshold,
            isOn: settings.isOn
        )
        guard let end = settings.pausedUntil, end > now else { return plan }
        return try plan.paused(until: end, at: now)
    }
}
