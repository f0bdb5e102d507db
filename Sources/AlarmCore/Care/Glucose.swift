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
