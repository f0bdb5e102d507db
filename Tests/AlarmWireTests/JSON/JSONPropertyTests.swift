import AlarmCore
import AlarmWire
import Testing

@Suite("JSON holds for any value and any bytes")
struct JSONPropertyTests {
    @Test("What is written is read back as the same value", arguments: 1...20 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let value = random.json(depth: 5)
            let read = try JSONValue(parsing: value.text, limits: .answer)
            #expect(read == value, "seed \(seed)")
            #expect(read.text == value.text, "seed \(seed)")
        }
    }

    @Test(
        "Damaged bytes are refused or read, and what was read can be written again",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func mutation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<200 {
            let text = random.mutated(random.json(depth: 4).text)
            switch Result(catching: { () throws(WireError) in try JSONValue(parsing: text, limits: .answer) }) {
            case .success(let value):
                let again = try JSONValue(parsing: value.text, limits: .answer)
                #expect(again == value, "seed \(seed)")
            case .failure(let error):
                refused += 1
                if case .syntax(_, let offset) = error.reason { #expect(offset <= text.count, "seed \(seed)") }
            }
        }
        #expect(refused > 0, "seed \(seed)")
    }

    @Test("Every cut of a text is refused")
    func cuts() throws {
        let text = JSONValue.object(of: ["a": .array([1, true, .null, "é\n😀"]), "b": .object(of: ["c": "d"])]).text
        for length in text.indices {
            #expect(throws: WireError.self) { try JSONValue(parsing: Array(text[..<length])) }
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func json(depth: Int) -> JSONValue {
        switch number(0...(depth > 0 ? 6 : 4)) {
        case 0: return .null
        case 1: return .bool(chance(1, in: 2))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &self))
        case 3, 4: return .string(text())
        case 5: return .array((0..<number(0...5)).map { _ in json(depth: depth - 1) })
        default:
            var object = JSONObject()
            for index in 0..<number(0...20) { object.append("\(index) \(text(0...3))", json(depth: depth - 1)) }
            return .object(object)
        }
    }
}
