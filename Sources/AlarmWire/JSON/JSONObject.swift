/// The members of a JSON object, in order.
///
/// Two objects are equal when they have the same members in the same order: the comparison is of what was sent.
public struct JSONObject: Hashable, Sendable {
    /// A name and its value.
    public struct Member: Hashable, Sendable {
        /// The name, unescaped.
        public let name: String
        /// The value.
        public let value: JSONValue

        /// Makes a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members, in order.
    public private(set) var members: [Member]

    /// Makes an object of the members whose value is not nil, in the order given.
    public init(_ members: KeyValuePairs<String, JSONValue?> = [:]) {
        self.members = []
        self.members.reserveCapacity(members.count)
        for (name, value) in members {
            if let value { self.members.append(Member(name: name, value: value)) }
        }
    }

    /// Makes an object of `members`; the caller ensures that no name occurs twice.
    public init(members: [Member]) {
        self.members = members
    }

    /// The value under `name`, compared byte by byte.
    ///
    /// Swift's `==` on strings would take U+212A KELVIN SIGN for the K of `deviceKey`.
    public subscript(name: String) -> JSONValue? {
        index(of: name).map { members[$0].value }
    }

    /// Adds a member at the end; the caller ensures that the name is new.
    public mutating func append(_ name: String, _ value: JSONValue) {
        members.append(Member(name: name, value: value))
    }

    func index(of name: String) -> Int? {
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
