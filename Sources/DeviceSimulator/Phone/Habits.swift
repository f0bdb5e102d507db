package import AlarmCore

/// How a virtual phone's user behaves; can change at any time.
package struct Habits: Hashable, Sendable {
    /// What the user does about an alarm that they notice.
    package enum Answer: Hashable, Sendable {
        /// Taps Got it, and may send words back.
        case acknowledge(reply: String?)
        /// Asks for some more time, as often as ``Habits/snoozes`` says, and then gets up.
        case snooze(Span)
        /// Swipes it away.
        case dismiss
        /// Lets it ring.
        case ignore
    }

    /// What wakes the user.
    package enum Hearing: String, CaseIterable, Hashable, Sendable {
        /// A sound, and nothing less.
        case sound
        /// A sound, or a phone that vibrates.
        case vibration
    }

    /// What the user does.
    package var answer: Answer
    /// How long they take to do it, once they have noticed; zero unless told.
    package var reaction: Span
    /// What they notice by themselves; what only stands on the lock screen takes ``VirtualPhone/look()``.
    package var hears: Hearing
    /// How many rings of an alarm pass before they wake.
    package var sleepsThrough: Int
    /// How often they snooze an alarm, if they snooze, before they get up; once unless told.
    package var snoozes = 1

    package init(
        answer: Answer,
        reaction: Span = .zero,
        hears: Hearing = .vibration,
        sleepsThrough: Int = 0
    ) {
        self.answer = answer
        self.reaction = reaction
        self.hears = hears
        self.sleepsThrough = sleepsThrough
    }

    /// Whether something of this effect can be noticed by a user who is awake enough.
    func notices(_ effect: Reception.Effect) -> Bool {
        switch hears {
        case .sound: effect >= .sounds
        case .vibration: effect >= .vibrates
        }
    }
}
