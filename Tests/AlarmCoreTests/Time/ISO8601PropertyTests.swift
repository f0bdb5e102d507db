import AlarmCore
import Testing

@Suite("ISO 8601 with random texts")
struct ISO8601PropertyTests {
    @Test("What is written is read back exactly", arguments: [11, 12, 13] as [UInt64])
    func roundTrips(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let instant = Instant(
                milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
            )
            #expect(try Instant(iso8601: instant.iso8601) == instant, "seed \(seed)")
            let year = -62_000_000_000_000...253_000_000_000_000 as ClosedRange<Int64>
            let shifted = Instant(milliseconds: .random(in: year, using: &generator))
            let offset = Int.random(in: -86_340...86_340, using: &generator)
            #expect(try Instant(iso8601: shifted.iso8601(secondsEast: offset)) == shifted, "seed \(seed)")
        }
    }

    @Test(
        "A damaged time is refused, or is another time that is written back the same",
        arguments: [21, 22] as [UInt64]
    )
    func damage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789-:+.TtZz \0é９,".unicodeScalars)
        var refused = 0
        for _ in 0..<3000 {
            var text = Array("2024-02-29T23:59:59.250+01:00".unicodeScalars)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text.remove(at: place)
                case 1: text.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)], at: place)
                default: text[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                }
            }
            let damaged = String(String.UnicodeScalarView(text))
            do {
                let timestamp = try Timestamp(iso8601: damaged)
                let written =
                    switch timestamp {
                    case .instant(let instant): instant.iso8601
                    case .local(let local): local.iso8601
                    }
                #expect(try Timestamp(iso8601: written) == timestamp, "seed \(seed): \(damaged)")
            } catch {
                refused += 1
            }
        }
        #expect(refused > 1000, "seed \(seed)")
    }
}
