import AlarmCore
import Testing

@Suite("Valid places")
struct PlaceTests {
    @Test("Degrees are kept to seven decimals, and written without anything lost")
    func decimals() throws {
        let expected = [
            (52.52, 13.405, "52.52,13.405"), (-33.8688197, 151.2092955, "-33.8688197,151.2092955"),
            (0.00000004, -0.00000006, "0,-0.0000001"), (90, -180, "90,-180"), (-0.5, 0.05, "-0.5,0.05"),
        ]
        for (latitude, longitude, text) in expected {
            #expect(try Place(latitude: latitude, longitude: longitude).description == text)
        }
    }

    @Test(
        "Coordinates out of range are refused",
        arguments: [90.0000001, -90.0000001, 1e300, .infinity, -.infinity, .nan]
    )
    func latitudes(latitude: Double) {
        #expect(throws: PlaceError.latitude) { try Place(latitude: latitude, longitude: 0) }
        #expect(throws: PlaceError.longitude) { try Place(latitude: 0, longitude: 2 * latitude) }
    }

    @Test("An accuracy is rounded up to metres, and a negative or endless one refused")
    func accuracy() throws {
        #expect(try Place(latitude: 0, longitude: 0, accuracy: 4.2).accuracy == 5)
        #expect(try Place(latitude: 0, longitude: 0, accuracy: 0).accuracy == 0)
        for accuracy in [-1, 100_000.5, .nan, .infinity] {
            #expect(throws: PlaceError.accuracy) { try Place(latitude: 0, longitude: 0, accuracy: accuracy) }
        }
        #expect(throws: PlaceError.accuracy) { try Place(latitudeSteps: 0, longitudeSteps: 0, accuracy: -1) }
    }

    @Test("Steps out of range are refused, however large")
    func steps() {
        for steps in [Int64.min, -900_000_001, 900_000_001, .max] {
            #expect(throws: PlaceError.latitude) { try Place(latitudeSteps: steps, longitudeSteps: 0) }
        }
        for steps in [Int64.min, -1_800_000_001, 1_800_000_001, .max] {
            #expect(throws: PlaceError.longitude) { try Place(latitudeSteps: 0, longitudeSteps: steps) }
        }
    }

    @Test("A place read back from its degrees or its steps is the same", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let place = try Place.random(using: &chance)
        #expect(try Place(latitude: place.latitude, longitude: place.longitude) == place, "seed \(seed)")
        #expect(
            try Place(latitudeSteps: place.latitudeSteps, longitudeSteps: place.longitudeSteps) == place,
            "seed \(seed)"
        )
        let degrees = place.description.split(separator: ",").compactMap { Double($0) }
        try #require(degrees.count == 2)
        #expect(try Place(latitude: degrees[0], longitude: degrees[1]) == place, "seed \(seed)")
    }
}

extension Place {
    /// Draws a place from anywhere, the corners of the map more often than chance would.
    static func random(using chance: inout SeededGenerator) throws -> Place {
        let (latitudes, longitudes) = (Int64(900_000_000), Int64(1_800_000_000))
        let corner = Int.random(in: 0..<4, using: &chance) == 0
        return try Place(
            latitudeSteps: corner
                ? [-latitudes, 0, latitudes].randomElement(using: &chance) ?? 0
                : .random(in: -latitudes...latitudes, using: &chance),
            longitudeSteps: corner
                ? [-longitudes, 0, longitudes].randomElement(using: &chance) ?? 0
                : .random(in: -longitudes...longitudes, using: &chance)
        )
    }
}
