extension InviterPairing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The invite and its locator, no secrets.
    public var description: String { "invite \(inviteID), code \(code)" }

    /// The invite and its locator, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["inviteID": inviteID]) }
}

extension ClaimerPairing: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The invite and the partner's name, no secrets.
    public var description: String { "claim of invite \(inviteID) by \(partnerName.debugDescription)" }

    /// The invite and the partner's name, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["inviteID": inviteID]) }
}
