import AlarmCore
import Engine

/// The shape of a run: number of nodes, and which faults they meet.
///
/// The seed switches faults on and off, so that some runs are calm: in those the strictest checks hold.
struct FaultProfile {
    var nodes = 1
    var hasCrashes = false
    var hasStoreErrors = false
    var hasSlowStore = false
    var hasGatewayTrouble = false
    var hasClockSteps = false
    var hasDrift = false
    var hasSuspends = false
    var hasZoneChange = false
    var hasDeadTokens = false
    var hasMailTrouble = false
    /// Whether some people check in.
    var hasCheckIns = false
    /// Whether there is a care circle.
    var hasCare = false
    /// Whether there is a family with reminders.
    var hasReminders = false
    /// Whether some devices are browsers; drawn apart, so that a run without them stays as it is.
    var hasBrowsers = false
    /// Whether nodes are told to stop now and then.
    var hasStops = false
    /// Whether contacts have telephones besides, or instead of, e-mail.
    var hasTexts = false
    /// Whether contacts have servers, which are told by webhooks.
    var hasWebhooks = false
    /// Whether letters come back, and text messages that a provider has accepted may not arrive.
    var hasReturns = false
    /// Whether people rehearse a missed check-in.
    var hasRehearsals = false
    /// Whether dwellers have patterns of still days.
    var hasStillDays = false
    /// Whether people link further devices, and remove them.
    var hasLinking = false
    /// Whether some members of care circles have the permissions that they begin with, and come before they are told.
    var hasNewMembers = false
    /// Whether some members of care circles want to be called; drawn apart, as browsers are.
    var hasCalls = false
    /// Whether the run takes days, in which gentle check-ins are missed; nobody does anything else in it.
    var isLong = false
    /// How long the services rely on signals before they read the store again; drawn apart, as browsers are.
    ///
    /// Most of what a relay does at night is to look in vain. Runs that look seldom take a fraction of the steps, and a
    /// wake or a delivery that only a look would find shows in them for longer.
    var pollInterval = Engine.defaultPollInterval
    /// How nodes of one store watch one another: where they look seldom, a tenth as often as relays do, which still finds
    /// a dead node before its leases end.
    var nodeTiming = NodeTiming()
    /// Number of steps in a hundred at which time goes on although a job is ready.
    var sluggishness = 0

    init(using chance: inout SeededGenerator) {
        func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &chance) == 0 }
        hasCheckIns = one(in: 3)
        hasCare = one(in: 3)
        hasReminders = one(in: 3)
        if one(in: 8) { return }
        nodes = one(in: 4) ? Int.random(in: 2...3, using: &chance) : 1
        hasCrashes = !one(in: 3)
        hasStoreErrors = one(in: 2)
        hasSlowStore = one(in: 3)
        hasGatewayTrouble = !one(in: 3)
        // Nodes that share a store agree on the time: leases depend on the clock.
        hasClockSteps = one(in: 3) && nodes == 1
        hasDrift = one(in: 3)
        hasSuspends = one(in: 8)
        // Nodes load new rules at different times, and one that lags decides by the old ones.
        hasZoneChange = one(in: 3) && nodes == 1
        hasMailTrouble = one(in: 2)
        hasDeadTokens = one(in: 4)
        sluggishness = one(in: 2) ? Int.random(in: 1...8, using: &chance) : 0
    }

    /// Draws what only some runs have, from a source of its own: a run without all of it stays as it is.
    mutating func addExtras(using chance: inout SeededGenerator) {
        func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &chance) == 0 }
        _ = one(in: 2)
        hasTexts = one(in: 2)
        hasWebhooks = one(in: 3)
        hasReturns = one(in: 2)
        hasRehearsals = hasCheckIns && one(in: 2)
        hasStillDays = hasCare && one(in: 2)
        hasLinking = one(in: 3)
        isLong = hasCheckIns && !hasCare && !hasReminders && one(in: 8)
        hasNewMembers = hasCare && one(in: 2)
        hasStops = one(in: 3) && hasCrashes
    }

    /// Draws how often the services look, for all but one run in eight more seldom than relays do.
    mutating func drawPollInterval(using chance: inout SeededGenerator) {
        let isSeldom = Int.random(in: 0..<8, using: &chance) > 0
        if nodes == 1 {
            if isSeldom { pollInterval = .minutes(15) }
        } else if isSeldom || isLong {
            pollInterval = .minutes(3)
            nodeTiming = NodeTiming(heartbeat: nodeTiming.heartbeat * 10, silence: nodeTiming.silence * 10)
        } else {
            pollInterval = Engine.sharedPollInterval
        }
    }

    /// The time between two heartbeats.
    var heartbeatInterval: Span { isLong || looksSeldom ? .minutes(10) : .minutes(2) }

    /// Whether the services look at the store more seldom than relays do.
    var looksSeldom: Bool { pollInterval > Engine.defaultPollInterval }

    /// Whether absences of the relay are known to the millisecond, so that a deadline with its credit is, too.
    ///
    /// Of several nodes one that starts within ``NodeTiming/silence`` of another one's end takes that for alive.
    var hasKnownAbsences: Bool { hasTrueClocks && nodes == 1 }

    /// Whether every node's clock shows the true time throughout.
    var hasTrueClocks: Bool { !hasClockSteps && !hasDrift }
}

extension FaultProfile: CustomStringConvertible {
    var description: String {
        let named: [(Bool, String)] = [
            (hasCrashes, "crashes"), (hasStoreErrors, "store errors"), (hasSlowStore, "slow store"),
            (hasGatewayTrouble, "gateway trouble"), (hasClockSteps, "clock steps"), (hasDrift, "drift"),
            (hasSuspends, "suspends"), (hasZoneChange, "zone change"), (hasDeadTokens, "dead tokens"),
            (sluggishness > 0, "sluggish"), (hasMailTrouble, "mail trouble"), (hasCheckIns, "check-ins"),
            (hasCare, "care"), (hasReminders, "reminders"), (hasBrowsers, "browsers"),
            (hasStops, "stops"), (hasTexts, "texts"), (hasWebhooks, "webhooks"), (hasReturns, "returns"),
            (hasRehearsals, "rehearsals"), (hasStillDays, "still days"), (hasLinking, "linking"), (isLong, "days"),
            (hasNewMembers, "new members"), (hasCalls, "calls"), (looksSeldom, "seldom looks"),
        ]
        let troubles = named.filter(\.0).map(\.1)
        return "\(nodes) \(nodes == 1 ? "node" : "nodes"), "
            + (troubles.isEmpty ? "calm" : troubles.joined(separator: ", "))
    }
}
