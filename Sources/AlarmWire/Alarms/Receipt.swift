public import AlarmCore

/// `POST /v1/alarms/{id}/receipts`: a report of the receiver's device (PA1 section 5).
public struct Receipt: Hashable, WireMessage {
    /// The kind of report.
    public var report: AlarmReceipt.Report
    /// The revision that the device knew.
    public var revision: Int
    /// The time of the event, by the device's clock.
    public var at: Instant
    /// The end of a snooze.
    public var until: Instant?
    /// A reply to the sender, sealed.
    public var reply: SealedText?

    /// Makes a receipt.
    public init(
        report: AlarmReceipt.Report,
        revision: Int,
        at: Instant,
        until: Instant? = nil,
        reply: SealedText? = nil
    ) {
        self.report = report
        self.revision = revision
        self.at = at
        self.until = until
        self.reply = reply
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        report = try object.word("state")
        revision = try object.revision("revision")
        at = try object.instant("at")
        until = try object.optionalInstant("until")
        if until != nil, report != .snoozed {
            throw object.error(.expected("no until with the state \(report.rawValue)"), at: "until")
        }
        reply = try object.optionalSealed("reply", limit: SealedText.messageLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "state": .word(report),
            "revision": .integer(revision),
            "at": .instant(at),
            "until": until.map(JSONValue.instant),
            "reply": reply.map(JSONValue.sealed),
        ])
    }
}

/// The answer to ``Receipt``, 200: the present state of the alarm.
///
/// A higher revision than the reported one tells the device that its report was stale.
public struct ReceiptAccepted: Hashable, WireMessage {
    /// The alarm.
    public var id: AlarmID
    /// The present state.
    public var state: AlarmState
    /// The present revision.
    public var revision: Int
    /// The time at which it rings again after a snooze; earlier than asked where that was too long.
    public var snoozedUntil: Instant?
    /// Whether the report's reply was not taken, because the alarm was over or had moved on, or somebody else had
    /// answered it.
    public var isReplyLost: Bool

    /// Makes an answer.
    public init(
        id: AlarmID,
        state: AlarmState,
        revision: Int,
        snoozedUntil: Instant? = nil,
        isReplyLost: Bool = false
    ) {
        self.id = id
        self.state = state
        self.revision = revision
        self.snoozedUntil = snoozedUntil
        self.isReplyLost = isReplyLost
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        state = try object.word("state")
        revision = try object.revision("revision")
        snoozedUntil = try object.optionalInstant("snoozedUntil")
        isReplyLost = try object.optionalBool("replyLost") ?? false
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "state": .word(state),
            "revision": .integer(revision),
            "snoozedUntil": snoozedUntil.map(JSONValue.instant),
            "replyLost": isReplyLost ? true : nil,
        ])
    }
}
