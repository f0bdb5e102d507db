package import AlarmCore

/// A record that a person gave the relay beyond devices, pairs and alarms: a circle, a contact, a reminder and the
/// like.
///
/// The store knows its owner, its circle and its place in lists; its body is sealed as a whole.
package struct Document: Hashable, Sendable {
    /// A kind of document.
    package enum Kind: String, CaseIterable, Sendable {
        case circle, membership, contact, watch, beat, reminder, careSettings, activity, alert, mute, link
        case inquiry, introduction, refusal, formerContact, card, calendarLink

        /// Whether a new document of this kind begins something, which a full disk has no room for.
        ///
        /// The other kinds answer, end or report something that was accepted before.
        package var beginsSomething: Bool {
            switch self {
            case .beat, .activity, .alert, .mute, .inquiry, .refusal, .formerContact: false
            default: true
            }
        }
    }

    package var kind: Kind
    /// Identifier, unique among documents of its kind.
    package var id: DocumentID
    /// The person who gave it; the document is deleted with them.
    package var owner: PersonID
    /// The circle that it concerns besides its owner.
    package var circle: CircleID?
    /// The first sort key of lists, before the identifier.
    package var position: Int64
    /// The content, sealed.
    package var body: [UInt8]

    package init(
        kind: Kind,
        id: DocumentID,
        owner: PersonID,
        circle: CircleID? = nil,
        position: Int64,
        body: [UInt8]
    ) {
        self.kind = kind
        self.id = id
        self.owner = owner
        self.circle = circle
        self.position = position
        self.body = body
    }

    /// The place in lists of its kind.
    package var place: DocumentPosition { DocumentPosition(position: position, id: id) }
}

/// A place in a list of documents, ordered by position and, between equals, by identifier.
package struct DocumentPosition: Hashable, Comparable, Sendable {
    package var position: Int64
    package var id: DocumentID

    package init(position: Int64, id: DocumentID) {
        self.position = position
        self.id = id
    }

    package static func < (left: DocumentPosition, right: DocumentPosition) -> Bool {
        (left.position, left.id) < (right.position, right.id)
    }
}
