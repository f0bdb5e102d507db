/// What a phone's system does about a push.
package struct Reception: Hashable, Sendable {
    /// How much of a notification reaches the user's senses.
    package enum Effect: String, CaseIterable, Hashable, Sendable, Comparable {
        /// There is nothing to see.
        case none
        /// Stands in the list of notifications, for who looks.
        case shows
        /// Lights up the screen and vibrates.
        case vibrates
        /// Sounds.
        case sounds

        package static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Whether it reaches the phone at all.
    package var isDelivered: Bool
    /// Whether the app's notification service extension gets it first, and to its end.
    package var runsExtension: Bool
    /// Whether the app is started in the background for it.
    package var runsApp: Bool
    /// Whether the app's keys can be read, so that what runs can open the words and answer the relay.
    package var opensWords: Bool
    /// By which way the user is called.
    package var way: Timeline.Way
    /// What of it they can hear, feel or see.
    package var effect: Effect
    /// Which rule decided, in a few words.
    package var reason: String

    /// Whether the app's own code sees it and can read its words.
    package var reachesCode: Bool { (runsExtension || runsApp) && opensWords }
    /// The call as a timeline tells it.
    package var ring: Timeline.Ring { Timeline.Ring(way: way, isAudible: effect == .sounds) }

    /// A push that comes to nothing.
    static func lost(_ reason: String) -> Reception {
        Reception(
            isDelivered: false,
            runsExtension: false,
            runsApp: false,
            opensWords: false,
            way: .ordinary,
            effect: .none,
            reason: reason
        )
    }
}
