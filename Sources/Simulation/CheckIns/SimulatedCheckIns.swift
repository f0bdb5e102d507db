import AlarmCore
import AlarmWire

/// A person who checks in, and those who are told when they do not.
final class Watched {
    /// What a contact wants from some transaction on; nil once they were removed.
    struct Word {
        let version: Int
        let consent: ContactView.Consent?
    }

    let phone: Phone
    /// What the person asked for last.
    var settings: CheckInSettings
    /// Where the time from one check-in to the next stands, by what was asked.
    var cycle: CheckInCycle
    /// What each contact wanted, by transaction.
    var words: [ContactID: [Word]] = [:]
    /// The contacts in the order in which they were named.
    var contacts: [ContactID] = []
    /// Contacts who were told that they hear no more, by which transaction, and by whom.
    var promisedSilence: [ContactID: (version: Int, life: Life)] = [:]
    /// Whether its phone had an address all the time.
    var wasReachable = true

    init(phone: Phone, settings: CheckInSettings, cycle: CheckInCycle) {
        self.phone = phone
        self.settings = settings
        self.cycle = cycle
    }

    /// What a contact wanted when so many transactions had been committed.
    func consent(of contact: ContactID, at version: Int) -> ContactView.Consent? {
        words[contact]?.last { $0.version <= version }?.consent
    }

    /// The cycle with the plan as it is at `now`: a vacation that is over is none.
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
            threshold: settings.threshold ?? CheckInLimits.usualThreshold,
            isOn: settings.isOn
        )
        guard let end = settings.pausedUntil, end > now else { return plan }
        return try plan.paused(until: end, at: now)
    }
}
