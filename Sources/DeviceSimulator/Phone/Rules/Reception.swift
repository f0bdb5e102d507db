/// What a phone's system does with a push.
package struct Reception: Hashable, Sendable {
    /// How much of a notification reaches the user's senses.
    package enum Effect: String, CaseIterable, Hashable, Sendable, Comparable {
        /// Nothing is visible.
        case none
        /// The notification is listed, without a sound or a vibration.
        case shows
        /// The screen lights up and the phone vibrates.
        case vibrates
        /// The phone makes a sound.
        case sounds

        package static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Whether the push reaches the phone at all.
    package var isDelivered: Bool
    /// Whether the app's notification service extension gets the push first, and finishes.
    package var runsExtension: Bool
    /// Whether the app is started in the background for the push, beside its extension if that runs as well.
    package var runsApp: Bool
    /// Whether the app's keys can be read, so that its code can open the message and answer the relay.
    package var opensWords: Bool
    /// The way in which the user is alerted.
    package var way: Timeline.Way
    /// How much of the notification the user can hear, feel or see.
    package var effect: Effect
    /// The rule that decided, in a few words.
    package var reason: String

    /// Whether the app's own code sees the push and can open its message.
    package var reachesCode: Bool { (runsExtension || runsApp) && opensWords }
    /// The ring as a timeline shows it.
    package var ring: Timeline.Ring { Timeline.Ring(way: way, isAudible: effect == .sounds) }

    /// Returns the reception of a push that has no effect.
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
