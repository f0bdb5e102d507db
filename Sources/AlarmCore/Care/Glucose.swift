/// A measurement of a glucose sensor.
public struct GlucoseReading: Hashable, Sendable {
    /// The concentration in mg/dL, 1 to 1,500; 1 mmol/L is about 18 mg/dL.
    public let milligramsPerDecilitre: Int

    /// Makes a reading.
    ///
    /// - Throws: ``CareError/glucoseReading(_:)`` for a number outside the sensor's range.
    public init(milligramsPerDecilitre: Int) throws(CareError) {
        guard CareLimits.glucoseReadings.contains(milligramsPerDecilitre) else {
            throw .glucoseReading(milligramsPerDecilitre)
        }
        self.milligramsPerDecilitre = milligramsPerDecilitre
    }
}

/// The bounds outside which a dweller calls a reading too low or too high.
///
/// The dweller sets both, with medical advice: the relay is not a medical device and has no defaults.
public struct GlucoseThresholds: Hashable, Sendable {
    /// The side on which a reading lies outside the thresholds.
    public enum Side: String, CaseIterable, Hashable, Sendable, Codable {
        case low, high
    }

    /// The lowest reading that is not too low; mg/dL, 40 to 110.
    public let low: Int
    /// The highest reading that is not too high; mg/dL, 120 to 450.
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

    /// The side on which `reading` lies outside; nil within, the thresholds included.
    public func side(of reading: GlucoseReading) -> Side? {
        if reading.milligramsPerDecilitre < low { return .low }
        return reading.milligramsPerDecilitre > high ? .high : nil
    }
}

/// A member's acknowledgement that they look after a dweller whose readings lie outside the thresholds.
///
/// A sensor reports every few minutes, and a reading takes time to return to normal: as long as the next readings lie
/// on the same side, no further alert is needed.
public struct GlucoseAcknowledgement: Hashable, Sendable {
    /// The side on which the readings lie.
    public let side: GlucoseThresholds.Side
    /// The time of the acknowledgement.
    public let since: Instant

    /// Makes the record of an acknowledgement.
    public init(side: GlucoseThresholds.Side, since: Instant) {
        self.side = side
        self.since = since
    }

    /// Whether a reading on `side` is covered: within ``CareLimits/glucoseCare``, by a clock that was not set back
    /// since.
    public func covers(_ side: GlucoseThresholds.Side, at now: Instant) -> Bool {
        side == self.side && since <= now && now - since < CareLimits.glucoseCare
    }

    /// Whether the acknowledgement still holds after a reading on `side` (nil for within): only on the same side.
    public func goesOn(after side: GlucoseThresholds.Side?) -> Bool { side == self.side }
}
