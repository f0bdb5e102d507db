import AlarmCore
import StrictYAML
import Testing

@Suite("Strict YAML")
struct StrictYAMLTests {
    /// A made-up file of one list of spans by colour.
    private static func read(_ text: String) throws(YAMLError) -> [Span] {
        guard let document = try YAMLText.documents(of: text, file: "f.yaml").first else { return [] }
        var object = try document.object("a palette")
        let spans = try object.required("colours") { value throws(YAMLError) in
            var spans: [Span] = []
            for item in try value.list("a list of colours") {
                var colour = try item.object("a colour: fades")
                spans.append(try colour.required("fades") { value throws(YAMLError) in try value.span() })
                _ = try colour.optional("loud") { value throws(YAMLError) in try value.flag() }
                _ = try colour.optional("depth") { value throws(YAMLError) in try value.count(in: 1...9) }
                try colour.finish()
            }
            return spans
        }
        try object.finish()
        return spans
    }

    private static let sample = """
        # Two of them.
        colours:
          - {fades: 90s, loud: true, depth: 3}
          - fades: 10m
        """

    @Test("Valid YAML is read")
    func good() throws {
        #expect(try Self.read(Self.sample) == [.seconds(90), .minutes(10)])
    }

    @Test(
        "An error names the file, the line, the place and what was expected",
        arguments: [
            ("fades: 90s", "fade: 90s", "f.yaml:3: 'colours[1].fades' is missing: add it"),
            ("depth: 3", "dept: 3", "f.yaml:3: unknown key 'colours[1].dept': expected one of fades, loud, depth"),
            ("loud: true", "loud: yes", "f.yaml:3: colours[1].loud: expected true or false, found \"yes\""),
            ("depth: 3", "depth: 10", "f.yaml:3: colours[1].depth: expected a whole number from 1 to 9, found \"10\""),
            ("10m", "soon", "f.yaml:4: colours[2].fades: expected a span, as in 90s, 10m or 1h30m, found \"soon\""),
            ("10m", "", "f.yaml:4: colours[2].fades: expected a span, as in 90s, 10m or 1h30m, found nothing"),
            ("10m", "&a 10m", "f.yaml:4: is not YAML: anchors and aliases are not used here"),
            ("- fades: 10m", "- []", "f.yaml:4: colours[2]: expected a colour: fades, found a list"),
            ("colours:", "colors:", "f.yaml:2: 'colours' is missing: add it"),
            ("- fades: 10m", "- fades: 10m\nsize: 3", "f.yaml:5: unknown key 'size': expected one of colours"),
            ("- fades: 10m", "- {fades: 10m", "f.yaml:5: is not YAML: column 1: did not find expected"),
            ("- fades: 10m", "- {fades: 10m, fades: 1m}", "the key 'fades' stands twice"),
        ]
    )
    func fault(good: String, bad: String, message: String) throws {
        let text = Self.sample.replacing(good, with: bad)
        let error = #expect(throws: YAMLError.self) { try Self.read(text) }
        let description = try #require(error).description
        #expect(description.contains(message), "\(description)")
    }

    @Test("A text beyond all reason is refused, not read")
    func tooLong() throws {
        let text = Self.sample + "\n#" + String(repeating: "x", count: YAMLText.longest)
        let error = #expect(throws: YAMLError.self) { try Self.read(text) }
        #expect(try #require(error).description.hasPrefix("f.yaml: expected at most 256 KiB"))
    }

    @Test("Nesting without end is an error", arguments: ["[", "{a: ", "- ", "? "])
    func nesting(piece: String) {
        let text = "colours:\n  " + String(repeating: piece, count: 50_000)
        #expect(throws: YAMLError.self) { try Self.read(text) }
    }

    @Test("No accident to a file's bytes traps the reader", arguments: 0..<2000 as Range<UInt64>)
    func mutation(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(Self.sample.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0...3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1:
                bytes.insert(
                    contentsOf: Array("&*!|>%@`-?:{}[],\"'#\n\t ".utf8).shuffled(using: &generator).prefix(2),
                    at: place
                )
            case 2: bytes.replaceSubrange(place..<min(place + 3, bytes.count), with: [])
            default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: 0)
            }
            if bytes.isEmpty { bytes = [0x2D] }
        }
        do throws(YAMLError) {
            let spans = try Self.read(String(decoding: bytes, as: UTF8.self))
            #expect(spans.count <= 20, "seed \(seed)")
        } catch {
            #expect(error.description.hasPrefix("f.yaml:"), "seed \(seed): \(error)")
        }
    }
}
