/// A point on the Earth (WGS 84), as a device measured it.
///
/// Stored as whole steps of 10⁻⁷ degrees rather than as `Double`s: equal places stay equal after a round trip through
/// text.
public struct Place: Hashable, Sendable {
    /// Steps of 10⁻⁷ degrees to the north, negative to the south.
    public let latitudeSteps: Int64
    /// Steps of 10⁻⁷ degrees to the east, negative to the west.
    public let longitudeSteps: Int64
    /// The radius of uncertainty in whole metres, rounded up so as not to overstate the accuracy; nil if unknown.
    public let accuracy: Int?

    /// Makes a place from degrees, rounded to seven decimals, and a radius of uncertainty in metres.
    ///
    /// - Throws: which number is not finite, or out of its range in ``PlaceLimits``.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil) throws(PlaceError) {
        guard PlaceLimits.latitudes.contains(latitude) else { throw .latitude }
        guard PlaceLimits.longitudes.contains(longitude) else { throw .longitude }
        if let accuracy {
            guard PlaceLimits.accuracies.contains(accuracy) else { throw .accuracy }
        }
        latitudeSteps = Place.steps(latitude)
        longitudeSteps = Place.steps(longitude)
        self.accuracy = accuracy.map { Int($0.rounded(.up)) }
    }

    /// Makes a place from steps of 10⁻⁷ degrees.
    ///
    /// - Throws: which number is out of its range in ``PlaceLimits``.
    public init(latitudeSteps: Int64, longitudeSteps: Int64, accuracy: Int? = nil) throws(PlaceError) {
        let degree = PlaceLimits.stepsPerDegree
        guard (-90 * degree...90 * degree).contains(latitudeSteps) else { throw .latitude }
        guard (-180 * degree...180 * degree).contains(longitudeSteps) else { throw .longitude }
        if let accuracy {
            guard (0...100_000).contains(accuracy) else { throw .accuracy }
        }
        self.latitudeSteps = latitudeSteps
        self.longitudeSteps = longitudeSteps
        self.accuracy = accuracy
    }

    /// Degrees to the north, -90 to 90.
    public var latitude: Double { Double(latitudeSteps) / Double(PlaceLimits.stepsPerDegree) }

    /// Degrees to the east, -180 to 180.
    public var longitude: Double { Double(longitudeSteps) / Double(PlaceLimits.stepsPerDegree) }

    /// The steps of an angle known to be in range, at most 1,800,000,000.
    private static func steps(_ degrees: Double) -> Int64 {
        Int64((degrees * Double(PlaceLimits.stepsPerDegree)).rounded())
    }
}

extension Place: CustomStringConvertible {
    /// Latitude and longitude in decimal degrees, exactly, as map links and `geo:` URIs (RFC 5870) write them: `52.52,13.405`.
    public var description: String {
        "\(Place.text(latitudeSteps)),\(Place.text(longitudeSteps))"
    }

    private static func text(_ steps: Int64) -> String {
        let (whole, fraction) = steps.magnitude.quotientAndRemainder(dividingBy: PlaceLimits.stepsPerDegree.magnitude)
        let sign = steps < 0 ? "-" : ""
        guard fraction > 0 else { return "\(sign)\(whole)" }
        var decimals = String(fraction)
        decimals = String(repeating: "0", count: 7 - decimals.count) + decimals
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }
}

/// Why numbers are not a place.
public enum PlaceError: Error, Hashable, Sendable {
    /// The latitude is not a number from -90 to 90.
    case latitude
    /// The longitude is not a number from -180 to 180.
    case longitude
    /// The accuracy is not a number from 0 to 100,000.
    case accuracy
}

extension PlaceError: CustomStringConvertible {
    /// The wrong number, and what to send instead.
    public var description: String {
        switch self {
        case .latitude: "the latitude is out of range; use degrees from -90 to 90"
        case .longitude: "the longitude is out of range; use degrees from -180 to 180"
        case .accuracy: "the accuracy is out of range; use metres from 0 to 100000, or leave it out if it is not known"
        }
    }
}

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
