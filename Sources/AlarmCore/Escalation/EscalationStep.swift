/// One rung of a ladder.
public struct EscalationStep: Hashable, Sendable {
    /// Whose devices a step addresses.
    public enum Audience: String, CaseIterable, Hashable, Sendable, Codable {
        /// The person for whom the alarm rings.
        case receiver
        /// The person who set it.
        case sender
        /// Confirmed contacts of the receiver, who have no app.
        case contacts
        /// Members of the care circle who may know of the signal, by their tiers.
        case members
        /// The parents of the family.
        case parents
    }

    /// What makes a step pass a device over.
    public enum Condition: String, CaseIterable, Hashable, Sendable, Codable {
        /// The device reported that it registered a system alarm for this occurrence.
        case armed
        /// The device reported that its registered system alarm is sounding.
        case ringing
    }

    /// When it is taken, counted from due; nil stands for the moment of acceptance.
    public var offset: Span?
    /// Whom it addresses.
    public var audience: Audience
    /// What is sent.
    public var stage: Stage
    /// How hard it presses.
    public var urgency: Urgency
    /// How often it is taken again after the first time.
    public var repeats: Int
    /// The time between repeats.
    public var every: Span
    /// A device for which any of these holds is passed over.
    public var unless: [Condition]
    /// How many tiers of its audience it addresses, the first ones; nil for all.
    public var tiers: Int?

    /// Makes a step that is taken once, time-sensitive, for every device of its audience, unless told otherwise.
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
