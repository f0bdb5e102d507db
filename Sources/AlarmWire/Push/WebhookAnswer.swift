/// What a person's server may answer to a ring, in the body of a 2xx response (PA1 section 6).
///
/// Anything else is no answer, and no error either: the push has arrived.
public enum WebhookAnswer: Hashable, WireMessage {
    /// The person is up: the ringing ends.
    case acknowledge
    /// It rings again after so many minutes, one of ``minutes``.
    case snooze(minutes: Int)

    /// The longest answer that is read, in bytes: 1,024.
    public static let longest = 1024
    /// How many minutes a snooze may last: 1 to 1,440.
    public static let minutes = 1...1440

    private enum Action: String, CaseIterable {
        case acknowledge, snooze
    }

    /// Reads the body of a response; nil for anything but an answer.
    public init?(body: [UInt8]) {
        guard (2...Self.longest).contains(body.count),
            let answer = try? WebhookAnswer(wire: body, limits: JSONLimits(bytes: Self.longest, depth: 2))
        else { return nil }
        self = answer
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        switch try object.word("action", as: Action.self) {
        case .acknowledge: self = .acknowledge
        case .snooze:
            let range = Int64(Self.minutes.lowerBound)...Int64(Self.minutes.upperBound)
            self = .snooze(minutes: Int(try object.integer("minutes", in: range)))
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        switch self {
        case .acknowledge: .object(of: ["action": .word(Action.acknowledge)])
        case .snooze(let minutes): .object(of: ["action": .word(Action.snooze), "minutes": .integer(minutes)])
        }
    }
}
