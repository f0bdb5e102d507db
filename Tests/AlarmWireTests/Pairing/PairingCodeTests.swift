import AlarmCore
import AlarmWire
import Testing

@Suite("A pairing code is read as people type it, and its check symbol finds their typos")
struct PairingCodeTests {
    /// The known answer of PA1, section 1.
    private static let known = "7K3QD-45M15-Y0DRY-D34KM"

    @Test(
        "Case, separators and look-alikes do not matter",
        arguments: [
            known, "7k3qd45m15y0dryd34km", " 7K3QD 45M15\tY0DRY-D34KM ", "7K3QD-45MI5-YODRY-D34KM",
            "7k3qd-45ml5-yodry-d34km",
            "-7-K-3-Q-D-4-5-M-1-5-Y-0-D-R-Y-D-3-4-K-M-",
        ]
    )
    func lenient(text: String) throws {
        let code = try PairingCode(typed: text)
        #expect(code.locator == "7K3QD")
        #expect(code.secret == "45M15Y0DRYD34K")
        #expect(code.formatted == Self.known)
    }

    @Test("A code made of its parts gets the known check symbol")
    func checkSymbol() {
        #expect(PairingCode(locator: "7K3QD", secret: "45M15Y0DRYD34K")?.formatted == Self.known)
    }

    @Test("The secret is the first 70 bits of the digest of the inviter's key")
    func secretOfDigest() {
        // SHA-256("pa1 code" ‖ 0x00 ‖ pkA) of the known answers begins so.
        let digest: [UInt8] = [
            0x21, 0x68, 0x12, 0xF8, 0x0D, 0xC7, 0x9A, 0x32, 0x4E, 0x27, 0x3D, 0x69, 0x6E, 0x1F, 0x46, 0x7C,
        ]
        #expect(PairingCode.secret(ofDigest: digest) == "45M15Y0DRYD34K")
        #expect(PairingCode.secret(ofDigest: [0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00]) == nil)
    }

    @Test("Every single wrong symbol is found", arguments: 0...5 as ClosedRange<UInt64>)
    func singleErrors(seed: UInt64) throws {
        let symbols = try symbols(seed: seed)
        for place in symbols.indices {
            for value in CrockfordBase32.alphabet where value != symbols[place] {
                var wrong = symbols
                wrong[place] = value
                #expect(throws: PairingCodeError.check, "seed \(seed)") {
                    try PairingCode(typed: String(decoding: wrong, as: UTF8.self))
                }
            }
        }
    }

    @Test("Every swap of two different symbols is found", arguments: 0...20 as ClosedRange<UInt64>)
    func swaps(seed: UInt64) throws {
        let symbols = try symbols(seed: seed)
        var swaps = 0
        for first in symbols.indices {
            for second in symbols.indices where second > first && symbols[first] != symbols[second] {
                var wrong = symbols
                wrong.swapAt(first, second)
                swaps += 1
                #expect(throws: PairingCodeError.check, "seed \(seed)") {
                    try PairingCode(typed: String(decoding: wrong, as: UTF8.self))
                }
            }
        }
        #expect(swaps > 100, "seed \(seed)")
    }

    @Test(
        "An error says what is wrong with the text",
        arguments: [
            ("", PairingCodeError.length(found: 0)), ("7K3QD-45M15-Y0DRY-D34K", .length(found: 19)),
            (known + "0", .length(found: 21)), ("7U3QD-45M15-Y0DRY-D34KM", .symbol("U", position: 2)),
            ("7K3QD.45M15-Y0DRY-D34KM", .symbol(".", position: 6)),
            ("7K3QD-45M15\nY0DRY-D34KM", .symbol("\n", position: 11)),
            ("\u{212A}3QD", .symbol("\u{212A}", position: 1)), ("7ı", .symbol("ı", position: 2)),
            ("7K3QD-45M15-Y0DRY-D34MK", .check),
        ]
    )
    func errors(text: String, error: PairingCodeError) {
        #expect(throws: error) { try PairingCode(typed: text) }
        #expect(!error.description.contains("45M15"))
    }

    @Test(
        "Parts without canonical spelling are refused",
        arguments: [
            ("7k3qd", "45M15Y0DRYD34K"), ("7K3Q", "45M15Y0DRYD34K"), ("7K3QD", "45M15Y0DRYD34"),
            ("7K3QD", "45M15YODRYD34K"),
        ]
    )
    func parts(locator: String, secret: String) {
        #expect(PairingCode(locator: locator, secret: secret) == nil)
    }

    @Test("Printing, dumping or interpolating a code does not tell its secret")
    func redaction() throws {
        let code = try PairingCode(typed: Self.known)
        var dumped = ""
        dump(code, to: &dumped)
        let link = PairingLink(origin: try Origin("https://relay.example.org"), code: code)
        for text in [
            "\(code)", String(reflecting: code), dumped, "\(link)", String(reflecting: link),
            "\(PairingText.code(code))",
        ] {
            #expect(!text.contains("45M15") && !text.contains("D34K"), "\(text)")
        }
    }

    @Test("A typed text of any length and content is read or refused", arguments: 1...10 as ClosedRange<UInt64>)
    func anything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = random.text(0...60)
            if let code = try? PairingCode(typed: text) {
                #expect((try? PairingCode(typed: code.formatted)) == code, "seed \(seed)")
            }
            _ = try? PairingText(text)
            _ = try? Origin("https://" + text)
        }
    }

    private func symbols(seed: UInt64) throws -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let code = PairingCode(
            locator: PairingCode.randomLocator(using: &random),
            secret: CrockfordBase32.text(random.bytes(14))
        )
        return Array(try #require(code).formatted.utf8.filter { $0 != UInt8(ascii: "-") })
    }
}
