/// One step of an escalation policy.
public struct EscalationStep: Hashable, Sendable {
    /// The people whose devices a step addresses.
    public enum Audience: String, CaseIterable, Hashable, Sendable, Codable {
        /// The person for whom the alarm rings.
        case receiver
        /// The person who set it.
        case sender
        /// Confirmed contacts of the receiver, who have no app.
        case contacts
        /// Members of the care circle who may know of the signal, by tier.
        case members
        /// The parents of the family.
        case parents
    }

    /// A condition under which a step skips a device.
    public enum Condition: String, CaseIterable, Hashable, Sendable, Codable {
        /// The device reported that it registered a system alarm for this occurrence.
        case armed
        /// The device reported that its registered system alarm is sounding.
        case ringing
    }

    /// The offset from due; nil stands for the moment of acceptance.
    public var offset: Span?
    /// The people addressed.
    public var audience: Audience
    /// The purpose of the message.
    public var stage: Stage
    /// The urgency of the push.
    public var urgency: Urgency
    /// The number of repeats after the first time.
    public var repeats: Int
    /// The time between repeats.
    public var every: Span
    /// The conditions, any one of which makes the step skip a device.
    public var unless: [Condition]
    /// The number of tiers of the audience that the step addresses, counted from the first; nil for all.
    public var tiers: Int?

    /// Makes a step that, by default, is taken once, time-sensitive, for every device of its audience.
    public init(
        offset: Span?,
        audience: Audience,
        stage: Stage,
        urgency: Urgency = .timeSensitive,
        repeats: Int = 0,
        every: Span = .seconds(60),
        unless: [Condition] = [],
        tiers: Int? = nil
    ) {
        self.offset = offset
        self.audience = audience
        self.stage = stage
        self.urgency = urgency
        self.repeats = repeats
        self.every = every
        self.unless = unless
        self.tiers = tiers
    }
}
