import Foundation

extension Place {
    /// The great-circle distance to `other` in metres, on a sphere of the Earth's mean radius.
    ///
    /// The haversine formula, φ being latitudes, λ longitudes:
    ///
    ///     h = sin²((φ₂ - φ₁) / 2) + cos φ₁ · cos φ₂ · sin²((λ₂ - λ₁) / 2)
    ///     d = 2 · R · atan2(√h, √(1 - h))
    ///
    /// Correct across the date line and the poles, to half a metre between antipodes; the Earth's flattening makes it
    /// at most 0.6 % wrong.
    public func distance(to other: Place) -> Double {
        let (here, there) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let across = sin(Double(other.longitudeSteps - longitudeSteps) / Double(PlaceLimits.stepsPerDegree) * .pi / 360)
        let along = sin(Double(other.latitudeSteps - latitudeSteps) / Double(PlaceLimits.stepsPerDegree) * .pi / 360)
        // Rounding can take it a little above 1 for antipodes.
        let haversine = min(max(along * along + cos(here) * cos(there) * across * across, 0), 1)
        return 2 * PlaceLimits.earthRadius * atan2(haversine.squareRoot(), (1 - haversine).squareRoot())
    }

    /// Whether a person went further than `limit` metres from `origin` to `present`.
    ///
    /// Only the measured distance counts. The accuracies are shown to those who are told, and decide nothing:
    /// subtracting them would let a phone indoors, 50 m uncertain, leave unnoticed, and a person who asked to be told
    /// of 20 m wants to know.
    public static func hasMoved(
        from origin: Place,
        to present: Place,
        limit: Double = PlaceLimits.movement
    ) -> Bool {
        origin.distance(to: present) > limit
    }
}
