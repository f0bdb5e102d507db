import AlarmCore
import NIOCore
import Testing

@testable import GatewaySimulator

@Suite("Counting resets")
struct ResetMeterTests {
    @Test("Every RST_STREAM is found, wherever the bytes are cut", arguments: 0..<50 as Range<UInt64>)
    func cut(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = generator.bytes(24)
        var expected = 0
        for _ in 0..<40 {
            let type = UInt8.random(in: 0...9, using: &generator)
            let length = Int.random(in: 0...300, using: &generator)
            if type == 3 { expected += 1 }
            bytes += [0, UInt8(length >> 8), UInt8(length & 0xFF), type] + generator.bytes(5) + generator.bytes(length)
        }
        var scanner = FrameScanner()
        var found = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...60, using: &generator))
            found += scanner.resets(in: part)
            rest = rest.dropFirst(part.count)
        }
        #expect(found == expected, "seed \(seed)")
    }

    @Test("A bucket gives its burst, and what flows in with every second, and never more than it holds")
    func bucket() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var bucket = TokenBucket(burst: 5, perSecond: 2, at: start)
        func taken(at seconds: Int64) -> Int {
            (0..<20).count { _ in bucket.take(at: start + .seconds(seconds)) }
        }
        #expect(taken(at: 0) == 5)
        #expect(taken(at: 1) == 2)
        #expect(taken(at: 1) == 0)
        #expect(taken(at: 100) == 5)
        #expect(taken(at: 1_000_000) == 5)
    }
}
