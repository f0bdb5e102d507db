import AlarmCore
import AlarmWire

/// The words of an alarm for a partner that this device has read, from whichever device of its person it was set.
///
/// The relay blanks what was sealed when a pair ends, and the keys go with it: only what was read before is known then.
struct ReadAlarm: Hashable, Sendable {
    /// The alarm.
    let id: AlarmID
    /// The pair with its receiver.
    let pair: PairID
    /// The time of the occurrence that was read last.
    var time: Instant
    /// The message; nil where only a reply was read, or this device has set the alarm and so has it elsewhere.
    var text: String?
    /// The receiver's reply.
    var reply: String?
}

extension ReadAlarm: WireMessage {
    init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        pair = try object.identifier("pairId")
        time = try object.instant("time")
        text = try object.optionalString("text")
        reply = try object.optionalString("reply")
    }

    var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "pairId": .identifier(pair),
            "time": .instant(time),
            "text": text.map(JSONValue.string),
            "reply": reply.map(JSONValue.string),
        ])
    }
}

extension Profile {
    /// The most alarms whose words are remembered as read: 1,000, the newest.
    private static let readLimit = 1_000

    /// What was read of an alarm for a partner; nil where nothing was.
    func readWords(of id: AlarmID) -> ReadAlarm? { readWords.first { $0.id == id } }

    /// Keeps what a list or the view of an alarm for a partner says, as long as its pair has keys to open it with.
    mutating func noteRead(_ view: AlarmView, text: String?, reply: String?, at now: Instant) {
        guard view.preset == nil, pair(view.pair)?.isActive == true else { return }
        let known = readWords(of: view.id)
        let text = outgoing.contains { $0.id == view.id } ? nil : text ?? known?.text
        // An answer without words takes those of an earlier one away; what the relay has blanked says nothing.
        let reply = reply ?? (view.message == nil ? known?.reply : nil)
        guard text != nil || reply != nil || known != nil else { return }
        keepRead(ReadAlarm(id: view.id, pair: view.pair, time: view.time, text: text, reply: reply), at: now)
    }

    /// Keeps a reply that came with a notice.
    mutating func noteRead(reply: String, to id: AlarmID, of pair: PairID, dueAt time: Instant, at now: Instant) {
        let text = readWords(of: id)?.text
        keepRead(ReadAlarm(id: id, pair: pair, time: time, text: text, reply: reply), at: now)
    }

    private mutating func keepRead(_ alarm: ReadAlarm, at now: Instant) {
        readWords.removeAll { $0.id == alarm.id || $0.time < now - LocalDevice.outgoingMemory }
        readWords = (readWords + [alarm]).suffix(Self.readLimit)
    }
}
