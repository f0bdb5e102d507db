package import AlarmCore

/// Something that a person gave the relay beyond devices, pairs and alarms: a circle, a contact, a reminder and the like.
///
/// The store knows whose it is, whom it concerns and where lists put it; what it says is sealed as a whole.
package struct Document: Hashable, Sendable {
    /// What it is.
    package enum Kind: String, CaseIterable, Sendable {
        case circle, membership, contact, watch, beat, reminder, careSettings, activity, alert, mute, link
        case inquiry, introduction, refusal

        /// Whether one more of them begins something, which a full disk has no room for.
        ///
        /// The others answer, end or tell of what was taken before.
        package var beginsSomething: Bool {
            switch self {
            case .beat, .activity, .alert, .mute, .inquiry, .refusal: false
            default: true
            }
        }
    }

    package var kind: Kind
    /// Its name, unique among those of its kind.
    package var id: DocumentID
    /// Who gave it: it goes with them.
    package var owner: PersonID
    /// Whom it concerns besides its owner.
    package var circle: CircleID?
    /// What lists sort by, before the name.
    package var position: Int64
    /// What it says, sealed.
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

    /// Where lists of its kind put it.
    package var place: DocumentPosition { DocumentPosition(position: position, id: id) }
}

/// A place in a list of documents: theirs is the order of position and, between equals, of name.
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
