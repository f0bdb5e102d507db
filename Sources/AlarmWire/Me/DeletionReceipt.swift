public import AlarmCore

/// `DELETE /v1/me`: what went with a person who deleted all that they gave.
public struct DeletionReceipt: Hashable, WireMessage {
    /// How many of one kind went.
    public struct Count: Hashable, Sendable {
        /// The kind, as in `devices`, `pairs`, `alarms` and `contacts`; relays may know more of them.
        public var kind: String
        /// How many; 1 or more.
        public var count: Int

        /// Makes a count.
        public init(kind: String, count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// The most kinds that are told.
    static let kindsLimit = 64

    /// When it went, all at once.
    public var deletedAt: Instant
    /// What went; a kind of which there was nothing is absent.
    public var removed: [Count]

    /// Makes a receipt.
    public init(deletedAt: Instant, removed: [Count]) {
        self.deletedAt = deletedAt
        self.removed = removed
    }

    /// How many of a kind went.
    public func count(of kind: String) -> Int {
        removed.first { $0.kind == kind }?.count ?? 0
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        deletedAt = try object.instant("deletedAt")
        var counts = try ObjectReader(object.value("removed"), at: object.pointer(to: "removed"))
        removed = []
        let members = counts.rest().members
        guard members.count <= Self.kindsLimit else {
            throw object.error(.tooMany(limit: Self.kindsLimit), at: "removed")
        }
        for member in members {
            guard case .number(let number) = member.value, let count = number.int64,
                (0...Int64(Int32.max)).contains(count)
            else { throw counts.error(.expected("a whole number from 0 on"), at: member.name) }
            removed.append(Count(kind: member.name, count: Int(count)))
        }
    }

    /// The object that travels.
    public var json: JSONValue {
        var counts = JSONObject()
        for count in removed { counts.append(count.kind, .integer(count.count)) }
        return .object(of: ["deletedAt": .instant(deletedAt), "removed": .object(counts)])
    }
}
