import AlarmCore
@_spi(Testing) import Sealing
import Testing

@Suite("A compact JWE is opened only if everything about it is right")
struct CompactJWETests {
    @Test("A hostile text is refused, for the right reason", arguments: HostileJWE.table)
    func hostile(_ hostile: HostileJWE) throws {
        let text = try hostile.text()
        #expect(throws: hostile.error) {
            try CompactJWE(parsing: text, limit: 8192).open(with: HostileJWE.key())
        }
    }

    @Test("The table of hostile texts fails for its faults alone: the good text opens")
    func goodText() throws {
        let good = HostileJWE.header("good", HostileJWE.goodHeader, .cannotOpen)
        let parsed = try CompactJWE(parsing: good.text(), limit: 8192)
        #expect(parsed.keyID == "k")
        #expect(try parsed.open(with: HostileJWE.key()) == Array("{}".utf8))
        #expect(throws: JWEError.cannotOpen) { try parsed.open(with: testKey(0x43)) }
    }

    @Test(
        "Any order, JSON white space, typ, cty and escaped values are read",
        arguments: [
            (#"{"enc":"A256GCM","alg":"dir"}"#, nil, nil, nil),
            (" {\t\"alg\" : \"dir\" ,\r\n\"enc\":\"A256GCM\", \"kid\":\"k\" } ", "k", nil, nil),
            (#"{"typ":"JOSE","cty":"application\/json","alg":"dir","enc":"A256GCM"}"#, nil, "JOSE", "application/json"),
            (#"{"alg":"d\u0069r","enc":"A256GCM","kid":"\u006b","typ":"\ud83d\ude00\n"}"#, "k", "😀\n", nil),
        ] as [(String, String?, String?, String?)]
    )
    func harmlessVariants(header: String, keyID: String?, type: String?, contentType: String?) throws {
        let text = try HostileJWE.header("harmless", header, .cannotOpen).text()
        let parsed = try CompactJWE(parsing: text, limit: 8192)
        #expect(parsed.header.keyID == keyID)
        #expect(parsed.header.type == type)
        #expect(parsed.header.contentType == contentType)
        #expect(try parsed.open(with: HostileJWE.key()) == Array("{}".utf8))
    }

    @Test("Without a key id the header is alg and enc alone, and the text opens")
    func withoutKeyID() throws {
        let sealed = try CompactJWE.seal(Array("hello".utf8), with: testKey(1))
        let header = try #require(sealed.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"dir","enc":"A256GCM"}"#)
        let parsed = try CompactJWE(parsing: sealed, limit: 1024)
        #expect(parsed.keyID == nil)
        #expect(try parsed.open(with: testKey(1)) == Array("hello".utf8))
    }

    @Test("An empty plaintext seals and opens")
    func emptyPlaintext() throws {
        let sealed = try CompactJWE.seal([], with: testKey(1), keyID: "k")
        #expect(try CompactJWE(parsing: sealed, limit: 1024).open(with: testKey(1)) == [])
    }

    @Test("The limit is exact, and a limit that makes no sense refuses everything", arguments: [0, -1])
    func limit(tooSmall: Int) throws {
        let sealed = try CompactJWE.seal([1, 2, 3], with: testKey(1))
        #expect(try CompactJWE(parsing: sealed, limit: sealed.utf8.count).open(with: testKey(1)) == [1, 2, 3])
        for limit in [sealed.utf8.count - 1, tooSmall] {
            #expect(throws: JWEError.tooLarge(limit: limit)) { try CompactJWE(parsing: sealed, limit: limit) }
        }
    }

    @Test("A key id that would break the header is not sealed", arguments: ["", "a\"b", "a\\b", "a b", "é", "a\n"])
    func unwritableKeyID(keyID: String) throws {
        let key = try testKey(1)
        #expect(throws: JWEError.invalidKeyID) { try CompactJWE.seal([], with: key, keyID: keyID) }
    }

    @Test("Sealing twice gives two texts")
    func freshIV() throws {
        let key = try testKey(1)
        let sealed = try Set((0..<100).map { _ in try CompactJWE.seal([1], with: key) })
        #expect(sealed.count == 100)
    }

    @Test("An IV of another length than 12 is refused even for known answers", arguments: [0, 8, 11, 13, 16])
    func oddIV(count: Int) throws {
        let key = try testKey(1)
        let error = SealingError.wrongLength(of: "an AES-GCM IV", expected: 12, actual: count)
        #expect(throws: JWEError.sealing(error)) {
            try CompactJWE.seal([1], with: key, keyID: nil, iv: [UInt8](repeating: 0, count: count))
        }
    }

    @Test("No mutation of a good text opens or traps", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let good = try HostileJWE.header("good", HostileJWE.goodHeader, .cannotOpen).text()
        let interesting = Array(#".="\{}:,AZaz09-_+/ "#.utf8) + [0x00, 0x0A, 0x7F, 0x80, 0xFF]
        for round in 0..<2000 {
            var mutated = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !mutated.isEmpty {
                let index = Int.random(in: 0..<mutated.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: mutated[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: mutated.remove(at: index)
                case 2: mutated.insert(interesting.randomElement(using: &generator) ?? 0, at: index)
                default: mutated.removeSubrange(index...)
                }
            }
            guard mutated != good else { continue }
            #expect(throws: JWEError.self, "seed \(seed), round \(round): \(mutated.hex)") {
                try CompactJWE(parsing: mutated, limit: 8192).open(with: HostileJWE.key())
            }
        }
    }

    @Test("No header of random JSON tokens traps, and none with a stray token is read", arguments: [5, 6] as [UInt64])
    func randomHeaders(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tokens = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "d83d", "\"alg\"", "\"dir\"", "\"enc\"", "\"A256GCM\"",
            " ", "1",
        ]
        for round in 0..<2000 {
            let header = (0..<Int.random(in: 0...20, using: &generator))
                .compactMap { _ in tokens.randomElement(using: &generator) }.joined()
            let hostile = HostileJWE.header("random", header, .malformedHeader)
            let strict = header.filter { $0 != " " }
            guard strict != #"{"alg":"dir","enc":"A256GCM"}"#, strict != #"{"enc":"A256GCM","alg":"dir"}"# else {
                continue
            }
            let text = try hostile.text()
            #expect(throws: JWEError.self, "seed \(seed), round \(round): \(header)") {
                try CompactJWE(parsing: text, limit: 8192)
            }
        }
    }
}
