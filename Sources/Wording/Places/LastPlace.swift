package import AlarmCore

/// Where somebody was, and when that was so: a place that was shared months ago says little about today.
package struct LastPlace: Hashable, Sendable {
    /// Where.
    package var place: Place
    /// When it was shared.
    package var at: Instant

    /// Makes a place.
    package init(_ place: Place, at: Instant) {
        self.place = place
        self.at = at
    }

    /// The lines of a letter: the place, and as of when.
    func facts(_ zone: ZoneRules, in language: Language) -> [Document.Fact] {
        [
            Place.fact(place, in: language),
            Document.Fact(
                label: language.phrase(.placeAsOf),
                value: Phrase(TimeText.moment(at, in: zone, language))
            ),
        ]
    }

    /// The place as the end of a text message that has told of `time` already: as of when, unless it is that.
    func sentence(after time: Instant?, _ zone: ZoneRules, in language: Language) -> Phrase {
        let link = TextValue.verbatim(place.mapURL)
        guard at != time else { return language.phrase(.placeSMS, [.link: link]) }
        return language.phrase(.placeSMSAsOf, [.link: link, .time: .moment(at, in: zone)])
    }
}
