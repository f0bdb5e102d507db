package import AlarmCore
package import Storage

extension Document {
    /// Creates a document, by default a contact of the first person.
    package static func sample(
        _ number: Int = 1,
        kind: Kind = .contact,
        owner: PersonID = .sample(1),
        circle: CircleID? = nil,
        position: Int64 = 0,
        body: [UInt8] = [1, 2, 3]
    ) -> Document {
        Document(kind: kind, id: .sample(number), owner: owner, circle: circle, position: position, body: body)
    }
}
