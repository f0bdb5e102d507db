package import AlarmCore

extension Place {
    /// The coordinates, and how far they can be trusted if that is known: at least a metre.
    func phrase(in language: Language) -> Phrase {
        guard let accuracy else { return Phrase(coordinates) }
        let distance = TextValue.metres(Int64(max(1, accuracy)))
        return language.phrase(.placeWithin, [.coordinates: .verbatim(coordinates), .distance: distance])
    }

    /// A place as a line of a letter; says so if there is none.
    static func fact(_ place: Place?, in language: Language) -> RichText.Fact {
        RichText.Fact(
            label: language.phrase(.placeLabel),
            value: place?.phrase(in: language) ?? language.phrase(.placeNone)
        )
    }

    /// What a letter offers to open.
    func mapBlocks(in language: Language) -> [RichText.Block] {
        [.action(language.phrase(.placeMap), url: mapURL), .machineLink(geoURI)]
    }
}

extension Place {
    /// A page of OpenStreetMap with a marker at the place.
    package var mapURL: String {
        let (north, east) = (Self.fiveDecimals(latitudeSteps), Self.fiveDecimals(longitudeSteps))
        return "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=17/\(north)/\(east)"
    }

    /// The place as a `geo:` URI (RFC 5870), which a phone opens in the map of its owner's choice.
    package var geoURI: String {
        let uncertainty = accuracy.map { ";u=\($0)" } ?? ""
        return "geo:\(Self.fiveDecimals(latitudeSteps)),\(Self.fiveDecimals(longitudeSteps))\(uncertainty)"
    }

    /// Latitude and longitude for a reader: `25.03397, 121.56449`.
    var coordinates: String {
        "\(Self.fiveDecimals(latitudeSteps)), \(Self.fiveDecimals(longitudeSteps))"
    }

    /// Degrees with five decimals, which tell places a metre apart; a phone knows no better, and more only lengthens links.
    private static func fiveDecimals(_ steps: Int64) -> String {
        let perDecimal = UInt64(PlaceLimits.stepsPerDegree / 100_000)
        let rounded = (steps.magnitude + perDecimal / 2) / perDecimal
        let (whole, rest) = rounded.quotientAndRemainder(dividingBy: 100_000)
        let decimals = String(rest)
        let sign = steps < 0 && rounded > 0 ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: 5 - decimals.utf8.count))\(decimals)"
    }
}
