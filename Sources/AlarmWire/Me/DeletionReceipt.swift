public import AlarmCore

/// `DELETE /v1/me`: the account of what was deleted with a person.
public struct DeletionReceipt: Hashable, WireMessage {
    /// The number of deleted records of one kind.
    public struct Count: Hashable, Sendable {
        /// The kind, as in `devices`, `pairs`, `alarms` and `contacts`; newer relays may have more kinds.
        public var kind: String
        /// The number; 1 or more.
        public var count: Int

        /// Makes a count.
        public init(kind: String, count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// The most kinds in a receipt.
    static let kindsLimit = 64

    /// The time of the deletion, which is atomic.
    public var deletedAt: Instant
    /// The counts; a kind without records is absent.
    public var removed: [Count]

    /// Makes a receipt.
    public init(deletedAt: Instant, removed: [Count]) {
        self.deletedAt = deletedAt
        self.removed = removed
    }

    /// The number of deleted records of a kind.
    public func count(of kind: String) -> Int {
        removed.first { $0.kind == kind }?.count ?? 0
    }

    /// Reads the members of the JSON object.
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

    /// The JSON object on the wire.
    public var json: JSONValue {
        var counts = JSONObject()
        for count in removed { counts.append(count.kind, .integer(count.count)) }
        return .object(of: ["deletedAt": .instant(deletedAt), "removed": .object(counts)])
    }
}
