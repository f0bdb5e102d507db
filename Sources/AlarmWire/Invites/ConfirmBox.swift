import AlarmCore

/// What the two sides say to each other under the keys of their pairing, to show that they have the same.
public enum ConfirmBox: Hashable, WireMessage {
    /// From the inviter: `{"v":1,"role":"A"}`; to another device of its own also how many parcels belong to it, as in
    /// `{"v":1,"role":"A","parcels":2}`.
    case inviter(parcels: Int? = nil)
    /// From the claimer, with how they want to be called: `{"v":1,"name":"Ben","role":"B"}`.
    case claimer(name: String)

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
            self = .inviter(parcels: parcels.map { Int($0) })
        case .claimer: self = .claimer(name: try object.displayName("name"))
        }
    }

    /// The object that travels.
    public var json: JSONValue {
        switch self {
        case .inviter(let parcels):
            .object(of: ["v": 1, "role": .word(Role.inviter), "parcels": parcels.map { .integer($0) }])
        case .claimer(let name): .object(of: ["v": 1, "name": .string(name), "role": .word(Role.claimer)])
        }
    }
}
