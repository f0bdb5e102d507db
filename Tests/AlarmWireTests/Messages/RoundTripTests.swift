import AlarmCore
import AlarmWire
import Testing

@Suite("Every message is written and read by the same rules")
struct RoundTripTests {
    @Test("What is written is read back as the same message", arguments: Samples.names)
    func roundTrip(name: String) throws {
        for seed in 1...30 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let message = try #require(try Samples.make(name, using: &random))
            try expectRoundTrip(of: message, seed: seed)
        }
    }

    @Test("An unknown name is refused at every level", arguments: Samples.names.filter { $0 != "Problem" })
    func unknownNames(name: String) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let message = try #require(try Samples.make(name, using: &random))
            for place in message.json.objectPointers where !(name == "RequestPlaintext" && place == "/body") {
                let grown = message.json.growing(at: place)
                expectRefusal(of: grown, as: message, WireError(.unknownName, at: "\(place)/surplus"), seed: seed)
            }
        }
    }

    @Test("Damaged messages are refused or read, and never trap", arguments: Samples.names)
    func mutations(name: String) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let message = try #require(try Samples.make(name, using: &random))
            var refused = 0
            for _ in 0..<50 {
                let text = random.mutated(message.wire)
                if !survives(text, as: message, seed: seed) { refused += 1 }
            }
            #expect(refused > 0, "\(name), seed \(seed)")
        }
    }

    private func expectRoundTrip<Message: WireMessage & Hashable>(of message: Message, seed: UInt64) throws {
        let read = try Message(wire: message.wire, limits: .answer)
        #expect(read == message, "seed \(seed)")
        #expect(read.wire == message.wire, "seed \(seed)")
    }

    private func expectRefusal<Message: WireMessage>(
        of json: JSONValue,
        as: Message,
        _ expected: WireError,
        seed: UInt64
    ) {
        #expect(throws: expected, "seed \(seed)") { try Message(json: json) }
    }

    /// Whether damaged bytes can be read; a value that can be read must survive a round trip.
    private func survives<Message: WireMessage & Hashable>(_ text: [UInt8], as: Message, seed: UInt64) -> Bool {
        guard let read = try? Message(wire: text, limits: .answer) else { return false }
        #expect((try? Message(wire: read.wire, limits: .answer)) == read, "seed \(seed)")
        return true
    }
}

extension JSONValue {
    /// The pointers of every object in the value, itself included.
    fileprivate var objectPointers: [String] {
        switch self {
        case .object(let object):
            [""] + object.members.flatMap { member in member.value.objectPointers.map { "/\(member.name)\($0)" } }
        case .array(let elements):
            elements.enumerated().flatMap { index, element in element.objectPointers.map { "/\(index)\($0)" } }
        default: []
        }
    }

    /// The same value with one more member in the object at `pointer`.
    fileprivate func growing(at pointer: String, under here: String = "") -> JSONValue {
        switch self {
        case .object(let object):
            var members = object.members.map { member in
                JSONObject.Member(
                    name: member.name,
                    value: member.value.growing(at: pointer, under: "\(here)/\(member.name)")
                )
            }
            if here == pointer { members.append(JSONObject.Member(name: "surplus", value: 1)) }
            return .object(JSONObject(members: members))
        case .array(let elements):
            return .array(elements.enumerated().map { $1.growing(at: pointer, under: "\(here)/\($0)") })
        default: return self
        }
    }
}
