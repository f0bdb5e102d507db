package import AlarmCore

/// A person's last place with its time: a place that was shared months ago says little about today.
package struct LastPlace: Hashable, Sendable {
    /// The place.
    package var place: Place
    /// The time at which it was shared.
    package var at: Instant

    /// Makes a place.
    package init(_ place: Place, at: Instant) {
        self.place = place
        self.at = at
    }

    /// The lines of a letter: the place, and its time.
    func facts(_ zone: ZoneRules, in language: Language) -> [RichText.Fact] {
        [
            Place.fact(place, in: language),
            RichText.Fact(
                label: language.phrase(.placeAsOf),
                value: Phrase(TimeText.moment(at, in: zone, language))
            ),
        ]
    }

    /// The end of a text message that names the place, and its time unless that is `time`, which the message has
    /// already.
    func sentence(after time: Instant?, _ zone: ZoneRules, in language: Language) -> Phrase {
        let link = TextValue.verbatim(place.mapURL)
        guard at != time else { return language.phrase(.placeSMS, [.link: link]) }
        return language.phrase(.placeSMSAsOf, [.link: link, .time: .moment(at, in: zone)])
    }
}
