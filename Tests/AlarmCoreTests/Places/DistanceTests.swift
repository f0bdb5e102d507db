import AlarmCore
import Foundation
import Testing

@Suite("How far one place is from another")
struct DistanceTests {
    private func place(_ latitude: Double, _ longitude: Double, accuracy: Double? = nil) throws -> Place {
        try Place(latitude: latitude, longitude: longitude, accuracy: accuracy)
    }

    @Test("Known distances come out to the decimetre")
    func known() throws {
        let expected = [
            // Paris to New York, Berlin to Munich, Sydney to Tokyo, by the angle between two vectors.
            (try place(48.8566, 2.3522), try place(40.7128, -74.0060), 5_837_248.97),
            (try place(52.52, 13.405), try place(48.1374, 11.5755), 504_286.37),
            (try place(-33.8688, 151.2093), try place(35.6762, 139.6503), 7_825_829.43),
            // A degree on a meridian, and on the equator.
            (try place(0, 0), try place(1, 0), 111_195.08),
            (try place(0, 0), try place(0, 1), 111_195.08),
        ]
        for (one, other, metres) in expected {
            #expect(abs(one.distance(to: other) - metres) < 0.1)
        }
    }

    @Test("Antipodes are half the Earth's circumference apart")
    func antipodes() throws {
        let half = Double.pi * PlaceLimits.earthRadius
        #expect(abs(try place(0, 0).distance(to: place(0, 180)) - half) < 0.5)
        #expect(abs(try place(52.52, 13.405).distance(to: place(-52.52, -166.595)) - half) < 0.5)
        #expect(abs(try place(90, 0).distance(to: place(-90, 77)) - half) < 0.5)
    }

    @Test("The date line is no distance")
    func dateLine() throws {
        #expect(abs(try place(0, 179.9999).distance(to: place(0, -179.9999)) - 22.239) < 0.01)
        #expect(try place(10, 180).distance(to: place(10, -180)) < 0.001)
    }

    @Test("A pole is one point at any longitude")
    func poles() throws {
        #expect(try place(90, 0).distance(to: place(90, 123)) < 0.001)
        #expect(abs(try place(89.9999, 0).distance(to: place(89.9999, 180)) - 22.239) < 0.01)
    }

    @Test("More than 20 metres is a movement, 20 or less is none")
    func movement() throws {
        let home = try place(51.5007, -0.1246)
        let (nearer, further) = (try place(51.5008798, -0.1246), try place(51.5008800, -0.1246))
        #expect(home.distance(to: nearer) < 20)
        #expect(!Place.hasMoved(from: home, to: nearer))
        #expect(home.distance(to: further) > 20)
        #expect(Place.hasMoved(from: home, to: further))
        #expect(!Place.hasMoved(from: home, to: home, limit: 0))
    }

    @Test("How uncertain the measures are decides nothing")
    func uncertain() throws {
        let home = try place(51.5007, -0.1246, accuracy: 500)
        #expect(Place.hasMoved(from: home, to: try place(51.501, -0.1246, accuracy: 500)))
        #expect(!Place.hasMoved(from: home, to: try place(51.5007, -0.1247, accuracy: 500)))
    }

    @Test("It is the same both ways, no detour is shorter, and vectors agree", arguments: 0..<300 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let (a, b, c) = (
            try Place.random(using: &chance), try Place.random(using: &chance), try Place.random(using: &chance)
        )
        let direct = a.distance(to: b)
        #expect(direct == b.distance(to: a), "seed \(seed)")
        #expect(direct >= 0 && direct <= .pi * PlaceLimits.earthRadius + 0.001, "seed \(seed)")
        #expect(direct <= a.distance(to: c) + c.distance(to: b) + 0.5, "seed \(seed)")
        #expect(a.distance(to: a) == 0, "seed \(seed)")
        #expect(abs(direct - byVectors(a, b)) < 0.5, "seed \(seed)")
    }

    /// The distance by the angle between the two places' vectors, another formula than the one under test.
    private func byVectors(_ one: Place, _ other: Place) -> Double {
        let (a, b) = (vector(one), vector(other))
        let cross = (a.1 * b.2 - a.2 * b.1, a.2 * b.0 - a.0 * b.2, a.0 * b.1 - a.1 * b.0)
        let sine = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
        return PlaceLimits.earthRadius * atan2(sine, a.0 * b.0 + a.1 * b.1 + a.2 * b.2)
    }

    private func vector(_ place: Place) -> (Double, Double, Double) {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
}
