import AlarmCore

/// A sealed message between the two sides of a pairing, which proves that they have the same keys.
public enum ConfirmBox: Hashable, WireMessage {
    /// From the inviter: `{"v":1,"role":"A"}`; for another device of its own also the number of its parcels, as in
    /// `{"v":1,"role":"A","parcels":2}`, and to a person who joins a circle the content of an introduction.
    case inviter(parcels: Int? = nil, introduction: IntroducedKeys? = nil)
    /// From the claimer, with their display name: `{"v":1,"name":"Ben","role":"B"}`, and for joining a circle with the
    /// public half of their member key, 32 bytes.
    case claimer(name: String, memberKey: [UInt8]? = nil)

    private enum Role: String, CaseIterable {
        case inviter = "A"
        case claimer = "B"
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        switch try object.word("role", as: Role.self) {
        case .inviter:
            let parcels = try object.optionalInteger("parcels", in: 0...Int64(Invite.parcelsAllowed))
            let members: [MemberKey]? = try object.optionalMessages("members", limit: Circle.largestSize)
            let letsTitlesBeRead = try object.optionalBool("titles") ?? false
            self = .inviter(
                parcels: parcels.map { Int($0) },
                introduction: members.map { IntroducedKeys(members: $0, letsTitlesBeRead: letsTitlesBeRead) }
            )
        case .claimer:
            let name = try object.displayName("name")
            self = .claimer(
                name: name,
                memberKey: try object.optionalText("memberKey", expected: "32 bytes in base64url") { text in
                    Base64URL.decode(text).flatMap { $0.count == 32 ? $0 : nil }
                }
            )
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        switch self {
        case .inviter(let parcels, let introduction):
            .object(of: [
                "v": 1,
                "role": .word(Role.inviter),
                "parcels": parcels.map { .integer($0) },
                "members": introduction.map { .array($0.members.map(\.json)) },
                "titles": introduction?.letsTitlesBeRead ?? false ? true : nil,
            ])
        case .claimer(let name, let memberKey):
            .object(of: [
                "v": 1,
                "name": .string(name),
                "role": .word(Role.claimer),
                "memberKey": memberKey.map { .bytes($0) },
            ])
        }
    }
}
