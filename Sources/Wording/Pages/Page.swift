package import AlarmCore

/// A page for a person without the app: one explanation and one button, without a script.
///
/// `GET` shows it with ``State/asks(_:)`` and changes nothing, because mail programs open links on their own; the
/// button's `POST` acts and answers with ``State/done``.
package struct Page: Hashable, Sendable {
    /// The subject of a page.
    package enum Subject: Hashable, Sendable {
        /// A contact agrees to be told about a person.
        case confirmation(personName: String)
        /// A contact wants no more letters about a person; ``Choices`` are what else they can do about it.
        case unsubscribe(personName: String, Choices = Choices())
        /// Whoever reads letters at an address wants none any more, about anybody.
        case stopAll(Choices = Choices())
        /// A letter went to an address that was replaced by another, for which its links do nothing; the forms stop
        /// letters to the former address, where that can be done.
        case replaced(stop: PageForm? = nil, stopAll: PageForm? = nil)
        /// Letters to an address that was replaced are stopped, those about one person or about anybody.
        case replacedStop(isAboutAnybody: Bool, Choices = Choices())
        /// Somebody who stopped letters allows that they are asked again.
        case allow
        /// A contact says that they have reached a person; nothing is left to say where `isOpen` is false, nor where
        /// another one, `by`, has said so. `hearsMore` says that the contact is written to when the person is back.
        case reached(personName: String, isOpen: Bool, by: String? = nil, hearsMore: Bool = true)
        /// A person agrees to be warned at an address of their own, and called there where `calls`.
        case ownAddress(calls: Bool = false)
        /// A person wants no more warnings at an address of their own.
        case ownAddressStop(Choices = Choices())
        /// A member of care circles agrees to be told by text message as well, and called where `calls`.
        case number(calls: Bool = false)
        /// A member wants no more text messages.
        case numberStop(Choices = Choices())
        /// A person checks in by a link; once that is done, `next` is the time at which the next check-in is due.
        case checkIn(next: ZonedMoment?)
    }

    /// What somebody who stops letters can do beside that.
    package struct Choices: Hashable, Sendable {
        /// The form that stops letters about anybody; nil where that is not offered.
        package var stopAll: PageForm?
        /// The page on which they allow that they are asked again; nil before anything is stopped.
        package var allowURL: String?

        /// Makes a set of choices.
        package init(stopAll: PageForm? = nil, allowURL: String? = nil) {
            self.stopAll = stopAll
            self.allowURL = allowURL
        }
    }

    /// A moment and the zone in which it is shown.
    package struct ZonedMoment: Hashable, Sendable {
        /// The moment.
        package var at: Instant
        /// The zone.
        package var zone: ZoneRules

        /// Makes a moment with its zone.
        package init(at: Instant, zone: ZoneRules) {
            self.at = at
            self.zone = zone
        }
    }

    /// A state of the page.
    package enum State: Hashable, Sendable {
        /// It explains, and its button posts the form.
        case asks(PageForm)
        /// The action was done.
        case done
        /// The link is unknown or has expired; no name is shown.
        case unknown
        /// There were too many tries.
        case busy
        /// The relay had an internal error.
        case failed
    }

    /// The subject.
    package var subject: Subject
    /// The state.
    package var state: State
    /// The reader's language.
    package var language: Language

    /// Makes a page.
    package init(_ subject: Subject, _ state: State, in language: Language) {
        self.subject = subject
        self.state = state
        self.language = language
    }

    /// The style sheet of every page, exactly as it stands in its `style` element.
    ///
    /// For the digest in a content security policy: `style-src 'sha256-…'`, with `form-action 'self'` beside it.
    package static let styleSheet = Style.pageSheet

    /// The whole page.
    package var html: String {
        Layout(medium: .page).html(of: document)
    }
}
