import AlarmCore
import Engine
import RelayTesting
import Testing

@Suite("The claims of a few networks as one value")
struct ClaimSlotTests {
    private static let start = Instant(seconds: 1_800_000_000)

    private static func name(_ number: Int) -> [UInt8] { [0, 0, 0, 0, 0, 0, UInt8(number / 256), UInt8(number % 256)] }

    @Test("Is the same after it was stored and read, at any times", arguments: 0..<20 as Range<UInt64>)
    func stored(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var slot = ClaimSlot(nil, at: Self.start)
        var now = Self.start
        for _ in 0..<200 {
            now = now + .milliseconds(.random(in: -100...2000, using: &generator))
            let name = Self.name(.random(in: 0..<20, using: &generator))
            slot = ClaimSlot(slot.bytes, at: now)
            var copy = ClaimSlot(slot.bytes, at: now)
            #expect(copy == slot, "seed \(seed)")
            #expect(slot.take(name, limit: 5, at: now) == copy.take(name, limit: 5, at: now), "seed \(seed)")
        }
    }

    @Test("Has no more than 16 networks, and forgets none that has used up its claims for one that has not")
    func crowd() {
        var slot = ClaimSlot(nil, at: Self.start)
        for _ in 0..<3 { _ = slot.take(Self.name(9999), limit: 3, at: Self.start) }
        for number in 0..<1000 {
            let now = Self.start + .milliseconds(Int64(number))
            #expect(!slot.take(Self.name(number), limit: 3, at: now).isRefused)
            #expect(slot.networks <= ClaimSlot.capacity)
        }
        #expect(slot.take(Self.name(9999), limit: 3, at: Self.start + .seconds(2)).isRefused)
    }

    @Test("One that is cut short or damaged counts as empty")
    func damaged() {
        var slot = ClaimSlot(nil, at: Self.start)
        _ = slot.take(Self.name(1), limit: 1, at: Self.start)
        for length in 1..<slot.bytes.count {
            #expect(ClaimSlot(Array(slot.bytes.prefix(length)), at: Self.start).networks == 0)
        }
        #expect(ClaimSlot([UInt8](repeating: 255, count: 999), at: Self.start).networks == 0)
    }

    @Test("A clock that is set back locks no network out")
    func clockSetBack() {
        var slot = ClaimSlot(nil, at: Self.start)
        _ = slot.take(Self.name(1), limit: 1, at: Self.start)
        let earlier = Self.start - .hours(1)
        slot = ClaimSlot(slot.bytes, at: earlier)
        #expect(!slot.take(Self.name(1), limit: 1, at: earlier).isRefused)
    }

    @Test("Networks are spread over all values")
    func spread() {
        let hashes = (0..<65_536).map { number -> [UInt8] in [UInt8(number / 256), UInt8(number % 256)] + Self.name(1) }
        let places = Set(hashes.map { ClaimSlot.place(of: $0).number })
        #expect(places == Set(0..<ClaimSlot.count))
    }
}
