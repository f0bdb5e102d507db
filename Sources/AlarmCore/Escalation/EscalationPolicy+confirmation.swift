extension EscalationPolicy {
    /// How long an armed device is given, in the built-in ladder, to report that it rings.
    ///
    /// 60 s: time for a phone that rings by itself to get its word through a slow network. A silent push that asks for the
    /// word would be worth nothing: such pushes are held back, and dropped where the app was closed by force.
    public static let usualConfirmationTime = Span.seconds(60)

    /// How long after due an armed device is waited for before it is pushed like any other.
    ///
    /// The offset of the first ring, from due on, that does not pass armed devices over; nil where there is none, so that
    /// an armed device is never pushed.
    public var confirmationTime: Span? {
        steps.filter { $0.stage == .ring && !$0.unless.contains(.armed) }.compactMap(\.offset).filter { $0 >= .zero }
            .min()
    }
}
