/// The bounds of places and movement.
public enum PlaceLimits {
    /// Degrees north, negative to the south: -90 to 90.
    public static let latitudes = -90.0...90.0
    /// Degrees east, negative to the west: -180 to 180.
    public static let longitudes = -180.0...180.0
    /// How many steps a degree has: 10,000,000, so that seven decimals are kept, about a centimetre.
    public static let stepsPerDegree: Int64 = 10_000_000
    /// The radius of uncertainty that a place may have, in metres: 0 to 100,000.
    public static let accuracies = 0.0...100_000.0
    /// From more than how many metres on somebody has moved: 20.
    public static let movement = 20.0
    /// The mean radius of the Earth (IUGG), in metres: 6,371,008.8.
    public static let earthRadius = 6_371_008.8
}
