import AlarmCore

extension Place {
    /// The coordinates, and how far they can be trusted if that is known: at least a metre.
    func phrase(in language: Language) -> Phrase {
        guard let accuracy else { return Phrase(coordinates) }
        let distance = TextValue.metres(Int64(max(1, accuracy)))
        return language.phrase(.placeWithin, [.coordinates: .verbatim(coordinates), .distance: distance])
    }

    /// A place as a line of a letter; says so if there is none.
    static func fact(_ place: Place?, in language: Language) -> Document.Fact {
        Document.Fact(
            label: language.phrase(.placeLabel),
            value: place?.phrase(in: language) ?? language.phrase(.placeNone)
        )
    }

    /// What a letter offers to open.
    func mapBlocks(in language: Language) -> [Document.Block] {
        [.action(language.phrase(.placeMap), url: mapURL), .machineLink(geoURI)]
    }
}
