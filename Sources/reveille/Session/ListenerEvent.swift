import AlarmCore
import AlarmWire
import DeviceKit

/// Something that a listener tells: to a script as a line of JSON, to a person as a sentence.
struct ListenerEvent: Hashable {
    /// What it is, by a name that stays the same; docs/listening.md has them all.
    enum Name: String, CaseIterable {
        case listening
        case connectionLost = "connection-lost"
        case connectionBack = "connection-back"
        case set
        case next
        case putOff = "put-off"
        case changed
        case ring
        case silenced
        case notice
        case over
        case unreadable
        case answered
        case answerLost = "answer-lost"
        case refused
        case notTaken = "not-taken"
        case outbox
        case invitationAgreed = "invitation-agreed"
        case invitationEnded = "invitation-ended"
        case pairEnded = "pair-ended"
        case partnerRefuses = "partner-refuses"
        case partnerAccepts = "partner-accepts"
        case circleOut = "circle-out"
        case circleLeft = "circle-left"
        case circleChanged = "circle-changed"
        case circleTold = "circle-told"
        case openAlert = "open-alert"
        case helped
        case skips
        case ringsAgain = "rings-again"
    }

    /// Why a line on standard input was not taken.
    enum Misfit: String, CaseIterable {
        /// Nothing rings.
        case nothingRings = "nothing-rings"
        /// It is no answer.
        case noAnswer = "no-answer"
        /// Several ring and it names none of them, or it names one that does not ring.
        case whichOne = "which-one"
        /// It says for how long, and what rings has a time of its own.
        case noSpan = "no-span"
        /// What rings cannot be put off.
        case noSnooze = "no-snooze"
    }

    let name: Name
    /// What a script needs to know of it besides the sentence.
    private(set) var facts: JSONObject

    /// Makes an event of the facts whose value is not nil.
    init(_ name: Name, _ facts: KeyValuePairs<String, JSONValue?> = [:]) {
        self.init(name, JSONObject(facts))
    }

    /// Makes an event of `facts`.
    init(_ name: Name, _ facts: JSONObject) {
        self.name = name
        self.facts = facts
    }

    /// An answer that was given here.
    ///
    /// - Parameters:
    ///   - id: what was answered.
    ///   - answer: the answer, with the reply that was sent.
    ///   - until: the end of a snooze, where it is known.
    ///   - isKept: whether the relay could not be reached, so that the answer waits on this device.
    /// - Returns: the event.
    static func answered(
        _ id: AlarmID,
        _ answer: RingAnswer,
        until: Instant? = nil,
        kept isKept: Bool = false
    ) -> ListenerEvent {
        let word: AutomaticAnswer
        var reply: String?
        switch answer {
        case .gotIt(let words): (word, reply) = (.gotIt, words)
        case .snooze: word = .snooze
        case .dismiss: word = .dismiss
        }
        return ListenerEvent(
            .answered,
            [
                "id": .identifier(id),
                "answer": .word(word),
                "reply": reply.map(JSONValue.string),
                "until": until.map(JSONValue.instant),
                "kept": isKept ? true : nil,
            ]
        )
    }

    /// The event with more facts, whose names it does not have yet.
    func adding(_ more: JSONObject) -> ListenerEvent {
        var event = self
        for member in more.members { event.facts.append(member.name, member.value) }
        return event
    }

    /// The line for a script, which ends with the sentence for a person.
    func json(saying line: String, at now: Instant) -> JSONValue {
        var object = JSONObject(["event": .string(name.rawValue), "at": .instant(now)])
        for member in facts.members { object.append(member.name, member.value) }
        object.append("line", .string(line))
        return .object(object)
    }
}
