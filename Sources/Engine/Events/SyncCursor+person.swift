package import AlarmCore
package import AlarmWire

/// A cursor counts one person's changes, and so names the person.
///
/// A device that was linked to another person may still come with a cursor of the former one, of a request that was under
/// way. Taken for the new person's, it would hide every change up to that number.
extension SyncCursor {
    /// The characters that stand for a person: 48 bits of a hash.
    private static let tagLength = 8

    /// Makes the cursor of a person's change with this number.
    package init(change: Int64, of person: PersonID) {
        let tag = PersonID(uuidV5: "cursor", in: person).description.prefix(Self.tagLength)
        self = SyncCursor("\(change).\(tag)") ?? SyncCursor(change: change)
    }

    /// The number of the change, if the cursor can be this person's.
    ///
    /// Version 0.1.0 gave out numbers alone, which stay good for everybody.
    package func change(of person: PersonID) -> Int64? {
        if let change { return change }
        guard let change = text.split(separator: ".").first.flatMap({ SyncCursor($0)?.change }),
            self == SyncCursor(change: change, of: person)
        else { return nil }
        return change
    }
}
