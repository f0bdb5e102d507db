/// What a glucose sensor measured.
public struct GlucoseReading: Hashable, Sendable {
    /// In mg/dL, 1 to 1,500; a mmol/L is about 18 of them.
    public let milligramsPerDecilitre: Int

    /// Makes a reading.
    ///
    /// - Throws: ``CareError/glucoseReading(_:)`` for a number that no sensor means.
    public init(milligramsPerDecilitre: Int) throws(CareError) {
        guard CareLimits.glucoseReadings.contains(milligramsPerDecilitre) else {
            throw .glucoseReading(milligramsPerDecilitre)
        }
        self.milligramsPerDecilitre = milligramsPerDecilitre
    }
}

/// From where on a dweller calls a reading too low or too high.
///
/// The dweller sets both, with whoever treats them: the relay is not a medical device and knows no right ones.
public struct GlucoseThresholds: Hashable, Sendable {
    /// On which side a reading lies outside.
    public enum Side: String, CaseIterable, Hashable, Sendable, Codable {
        case low, high
    }

    /// A lower reading is too low; mg/dL, 40 to 110.
    public let low: Int
    /// A higher reading is too high; mg/dL, 120 to 450.
    public let high: Int

    /// Makes thresholds, in mg/dL.
    ///
    /// - Throws: ``CareError/glucoseThresholds`` when one is out of its range.
    public init(low: Int, high: Int) throws(CareError) {
        guard CareLimits.glucoseLows.contains(low), CareLimits.glucoseHighs.contains(high) else {
            throw .glucoseThresholds
        }
        self.low = low
        self.high = high
    }

    /// On which side `reading` lies outside; nil within, the thresholds included.
    public func side(of reading: GlucoseReading) -> Side? {
        if reading.milligramsPerDecilitre < low { return .low }
        return reading.milligramsPerDecilitre > high ? .high : nil
    }
}

/// That a member looks after a dweller whose readings lie outside.
///
/// A sensor speaks every few minutes, and a reading takes its time to come back: as long as the next ones lie on the same
/// side, nobody need be told of each.
public struct GlucoseCare: Hashable, Sendable {
    /// On which side they lie.
    public let side: GlucoseThresholds.Side
    /// When the member said so.
    public let since: Instant

    /// Makes it from what the member acknowledged.
    public init(side: GlucoseThresholds.Side, since: Instant) {
        self.side = side
        self.since = since
    }

    /// Whether a reading on `side` is what the member looks after: for ``CareLimits/glucoseCare``, counted by a clock that
    /// was not set back since.
    public func covers(_ side: GlucoseThresholds.Side, at now: Instant) -> Bool {
        side == self.side && since <= now && now - since < CareLimits.glucoseCare
    }

    /// Whether it goes on after a reading, which lies on `side`, or within: only on the same side.
    public func goesOn(after side: GlucoseThresholds.Side?) -> Bool { side == self.side }
}
