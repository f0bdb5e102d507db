package import AlarmCore

/// How a virtual phone's user behaves; can change at any time.
package struct Habits: Hashable, Sendable {
    /// What the user does about an alarm that they notice.
    package enum Reaction: Hashable, Sendable {
        /// Taps Got it, and may send a reply.
        case acknowledge(reply: String?)
        /// Snoozes as often as ``Habits/snoozes`` says, and then acknowledges.
        case snooze(Span)
        /// Swipes it away.
        case dismiss
        /// Lets the alarm ring.
        case ignore
    }

    /// What wakes the user.
    package enum Hearing: String, CaseIterable, Hashable, Sendable {
        /// Only a sound.
        case sound
        /// A sound, or a phone that vibrates.
        case vibration
    }

    /// The user's answer to an alarm.
    package var answer: Reaction
    /// Delay from noticing an alarm to answering it; zero by default.
    package var reaction: Span
    /// What the user notices without looking; a notification on the lock screen alone takes ``VirtualPhone/look()``.
    package var hears: Hearing
    /// Number of rings of an alarm that the user sleeps through.
    package var sleepsThrough: Int
    /// Number of snoozes of an alarm before the user gets up, if they snooze; one by default.
    package var snoozes = 1

    package init(
        answer: Reaction,
        reaction: Span = .zero,
        hears: Hearing = .vibration,
        sleepsThrough: Int = 0
    ) {
        self.answer = answer
        self.reaction = reaction
        self.hears = hears
        self.sleepsThrough = sleepsThrough
    }

    /// Whether a user who is awake notices a ring with this effect.
    func notices(_ effect: Reception.Effect) -> Bool {
        switch hears {
        case .sound: effect >= .sounds
        case .vibration: effect >= .vibrates
        }
    }
}
