import AlarmCore
import Testing

@testable import Wording

@Suite("A place in a letter")
struct PlaceTextTests {
    @Test(
        "Coordinates have five decimals and a point",
        arguments: [
            (0, "0.00000"), (-0.0, "0.00000"), (1.5, "1.50000"), (-0.00001, "-0.00001"), (-0.000001, "0.00000"),
            (89.999999, "90.00000"), (-180, "-180.00000"), (121.564485, "121.56449"), (7.05, "7.05000"),
        ] as [(Double, String)]
    )
    func writesDecimals(longitude: Double, text: String) throws {
        #expect(try Place(latitude: 0, longitude: longitude).coordinates == "0.00000, \(text)")
    }

    @Test("The map has a marker at the place, and the geo URI says how exact it is")
    func links() throws {
        let place = try Place(latitude: -33.85678, longitude: 151.2153, accuracy: 12.3)
        #expect(
            place.mapURL
                == "https://www.openstreetmap.org/?mlat=-33.85678&mlon=151.21530#map=17/-33.85678/151.21530"
        )
        #expect(place.geoURI == "geo:-33.85678,151.21530;u=13")
        #expect(place.phrase(in: .english).text == "-33.85678, 151.21530 (within about 13 metres)")
        #expect(place.phrase(in: .traditionalChinese).text == "-33.85678, 151.21530（誤差約 13 公尺）")
    }

    @Test("No text claims that a place is exact")
    func isNeverExact() throws {
        let place = try Place(latitude: 0, longitude: 0, accuracy: 0)
        #expect(place.phrase(in: .english).text.hasSuffix("(within about 1 metre)"))
    }

    @Test("Without an accuracy there is no uncertainty to tell")
    func withoutAccuracy() throws {
        let place = try Place(latitude: 1, longitude: 2)
        #expect(place.geoURI == "geo:1.00000,2.00000")
        #expect(place.phrase(in: .english).text == "1.00000, 2.00000")
    }
}
