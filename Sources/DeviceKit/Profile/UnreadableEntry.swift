public import AlarmWire

/// One entry of a stored profile that could not be read.
///
/// A profile with one bad entry is a profile with one bad entry: it is kept as it is, and everything else works.
public struct UnreadableEntry: Hashable, Sendable {
    /// A list of a profile whose entries do not depend on one another.
    public enum List: String, CaseIterable, Hashable, Sendable {
        case pairs, circles, devices, invites, claims, incoming, outgoing, readWords, unsentReceipts
        case subscriptions = "webpush"

        /// Whether a profile may lack the list.
        var isOptional: Bool { [.circles, .devices, .readWords, .subscriptions].contains(self) }
    }

    /// The list of the entry.
    public let list: List
    /// The fault, and its place in the profile.
    public let error: WireError
    /// The entry as it was stored; may hold secrets.
    let content: JSONValue

    init(list: List, content: JSONValue, error: WireError) {
        self.list = list
        self.content = content
        self.error = error
    }
}

extension Profile {
    /// Takes the entries that cannot be read out, and returns them.
    public mutating func removeUnreadable() -> [UnreadableEntry] {
        defer { unreadable = [] }
        return unreadable
    }
}

extension UnreadableEntry: CustomStringConvertible, CustomReflectable {
    /// The place and the fault, no secrets.
    public var description: String { error.description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["list": list, "error": error]) }
}
