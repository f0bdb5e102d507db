import AlarmCore
import Sealing
import Testing

@Suite("The keys of a pair move on without losing a message")
struct PairKeysTests {
    private let inviter: PairKeys
    private let claimer: PairKeys

    init() throws {
        let pair = try PairFixture()
        inviter = pair.inviter.keys
        claimer = pair.claimer.keys
    }

    private func parse(_ text: String) throws -> CompactJWE {
        try CompactJWE(parsing: text, limit: 4096)
    }

    @Test("Each side opens what the other sealed, and not what it sealed itself")
    func directions() throws {
        let sealed = try parse(inviter.seal(Array("{}".utf8)))
        var (receiver, sender) = (claimer, inviter)
        #expect(try receiver.open(sealed).starts(with: Array("{}".utf8)))
        #expect(throws: SealingError.unknownGeneration) { try sender.open(sealed) }
    }

    @Test("A receiver follows a sender up to eight generations ahead, and answers under the new one")
    func lookAhead() throws {
        var (sender, receiver) = (inviter, claimer)
        for _ in 0..<8 { try sender.rotate() }
        _ = try receiver.open(parse(sender.seal([])))
        #expect(receiver.generation == 8)
        _ = try sender.open(parse(receiver.seal([])))
        #expect(receiver == (try PairKeys(state: receiver.state)))
    }

    @Test("A message nine generations ahead is out of reach and moves nothing")
    func tooFarAhead() throws {
        var (sender, receiver) = (inviter, claimer)
        for _ in 0..<9 { try sender.rotate() }
        let sealed = try parse(sender.seal([]))
        #expect(throws: SealingError.unknownGeneration) { try receiver.open(sealed) }
        #expect(throws: SealingError.unknownGeneration) { try receiver.advance(to: 9) }
        #expect(receiver == claimer)
    }

    @Test("A newer key id over a message that does not open moves nothing")
    func forgedKeyID() throws {
        var (sender, receiver) = (inviter, claimer)
        try sender.rotate()
        let forged = try parse(CompactJWE.seal([], with: testKey(7), keyID: sender.sending().keyID))
        #expect(throws: SealingError.cannotOpen) { try receiver.open(forged) }
        #expect(receiver == claimer)
    }

    @Test("A message sealed up to eight generations ago still opens; an older one does not", arguments: [8, 9])
    func lookBehind(rotations: Int) throws {
        var receiver = claimer
        let sealed = try parse(inviter.seal([]))
        for _ in 0..<rotations { try receiver.rotate() }
        if rotations == 8 {
            #expect(try receiver.open(sealed).count == 256)
            #expect(receiver.generation == 8, "an old message must not move the generation back")
        } else {
            #expect(throws: SealingError.unknownGeneration) { try receiver.open(sealed) }
        }
    }

    @Test("A message without a key id is refused")
    func noKeyID() throws {
        var receiver = claimer
        let sealed = try parse(CompactJWE.seal([], with: testKey(1)))
        #expect(throws: SealingError.unknownGeneration) { try receiver.open(sealed) }
    }

    @Test("A kept state opens what the pair had sealed", arguments: [0, 1, 12])
    func state(rotations: Int) throws {
        var (sender, receiver) = (inviter, claimer)
        for _ in 0..<rotations {
            try sender.rotate()
            try receiver.rotate()
        }
        var restored = try PairKeys(state: receiver.state)
        #expect(restored == receiver)
        #expect(try restored.open(parse(sender.seal([]))).count == 256)
    }

    @Test("Any damaged state is refused")
    func damagedState() throws {
        let state = inviter.state.revealed()
        var damaged = [[], Array(state.dropLast()), state + [0]]
        for (index, byte) in [(0, 2), (1, 2), (9, 1), (6, 0xFF)] as [(Int, UInt8)] {
            var copy = state
            copy[index] = byte
            damaged.append(copy)
        }
        var farAhead = state
        farAhead[5] = 9
        damaged.append(farAhead)
        for bytes in damaged {
            #expect(throws: SealingError.malformedState) { try PairKeys(state: SecretBytes(bytes)) }
        }
    }

    @Test("The last generation there is ends in an error, not a trap")
    func lastGeneration() throws {
        var state = inviter.state.revealed()
        state.replaceSubrange(2..<10, with: [UInt8](repeating: 0xFF, count: 8))
        var keys = try PairKeys(state: SecretBytes(state))
        #expect(throws: SealingError.unknownGeneration) { try keys.rotate() }
        #expect(throws: SealingError.unknownGeneration) { try keys.receiving(keyID: "AAAAAAAA") }
    }

    @Test(
        "A generation is due for rotation after 90 days or 2^20 messages",
        arguments: [
            (0, 0, false), (1_048_575, 0, false), (1_048_576, 0, true),
            (0, 90 * 86_400_000 - 1, false), (0, 90 * 86_400_000, true),
        ] as [(Int, Int64, Bool)]
    )
    func rotationDue(messages: Int, age: Int64, isDue: Bool) {
        let start = Instant(seconds: 1_767_225_600)
        let now = start + .milliseconds(age)
        #expect(PairKeys.isRotationDue(messages: messages, since: start, now: now) == isDue)
    }

    @Test(
        "A message is padded to the smallest of four sizes that holds it",
        arguments: [(0, 256), (256, 256), (257, 512), (513, 1024), (1025, 2048), (2048, 2048)]
    )
    func padding(count: Int, size: Int) throws {
        let message = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        let padded = try PaddedMessage.pad(message)
        #expect(padded.count == size)
        #expect(padded.starts(with: message))
        #expect(padded.dropFirst(count).allSatisfy { $0 == UInt8(ascii: " ") })
    }

    @Test("A message above 2,048 bytes is refused")
    func tooLong() {
        let message = [UInt8](repeating: 0x20, count: 2049)
        #expect(throws: SealingError.tooLong("a message", limit: 2048)) { try inviter.seal(message) }
    }
}
