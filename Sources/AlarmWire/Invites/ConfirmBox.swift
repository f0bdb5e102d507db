import AlarmCore

/// What the two sides say to each other under the keys of their pairing, to show that they have the same.
public enum ConfirmBox: Hashable, WireMessage {
    /// From the inviter: `{"v":1,"role":"A"}`; to another device of its own also how many parcels belong to it, as in
    /// `{"v":1,"role":"A","parcels":2}`, and to one who joins a circle the member keys that the inviter knows of it.
    case inviter(parcels: Int? = nil, members: [MemberKey]? = nil)
    /// From the claimer, with how they want to be called: `{"v":1,"name":"Ben","role":"B"}`, and where they join a circle
    /// with the public half of their member key, 32 bytes.
    case claimer(name: String, memberKey: [UInt8]? = nil)

    private enum Role: String, CaseIterable {
        case inviter = "A"
        case claimer = "B"
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        switch try object.word("role", as: Role.self) {
        case .inviter:
            let parcels = try object.optionalInteger("parcels", in: 0...Int64(Invite.parcelsAllowed))
            self = .inviter(
                parcels: parcels.map { Int($0) },
                members: try object.optionalMessages("members", limit: Circle.largestSize)
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

    /// The object that travels.
    public var json: JSONValue {
        switch self {
        case .inviter(let parcels, let members):
            .object(of: [
                "v": 1,
                "role": .word(Role.inviter),
                "parcels": parcels.map { .integer($0) },
                "members": members.map { .array($0.map(\.json)) },
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
