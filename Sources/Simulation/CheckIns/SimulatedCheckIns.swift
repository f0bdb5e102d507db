import AlarmCore
import AlarmWire

/// Model of a person who checks in, and of their contacts.
final class SimulatedCheckIns {
    /// A contact's consent from a given transaction on; nil once the contact was removed.
    struct Word {
        let version: Int
        let consent: ContactView.ConsentState?
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
