import AlarmCore
import Foundation
import Testing

@testable import DeviceSimulator

@Suite("Runs as a page")
struct HTMLReportTests {
    @Test("The page loads nothing and runs nothing")
    func selfContained() throws {
        let text = HTMLReport(RunRecord.samples).text
        let reader = MarkupReader(text)
        #expect(reader.failure == nil)
        let policy = reader.elements.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(policy?.attributes["content"]?.hasPrefix("default-src 'none'; style-src 'unsafe-inline'") == true)
        let names = Set(reader.elements.map(\.name))
        #expect(
            names.isDisjoint(with: ["script", "link", "img", "iframe", "object", "embed", "base", "form", "image"])
        )
        #expect(reader.values(of: "href").allSatisfy { $0.hasPrefix("#") })
        let attributes = Set(reader.elements.flatMap(\.attributes.keys))
        #expect(!attributes.contains { $0.hasPrefix("on") || $0 == "src" || $0 == "style" || $0 == "srcset" })
        #expect(!text.contains("@import") && !text.contains("@font-face"))
        let urls = text.matches(of: /url\(([^)]*)\)/).map { String($0.output.1) }
        #expect(Set(urls) == ["#gap"])
    }

    @Test("Names and words that look like markup are shown as they are")
    func hostile() {
        let text = HTMLReport([.hostile]).text
        let reader = MarkupReader(text)
        #expect(reader.failure == nil)
        #expect(!text.contains("<script") && !text.contains("<b>"))
        #expect(reader.text.contains("</title></script><script>alert(1)</script>"))
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" })
        #expect(!text.unicodeScalars.contains("\u{202E}"))
    }

    @Test("It has a language, one first heading, a heading for each scenario and a chart for each alarm")
    func structure() {
        let reader = MarkupReader(HTMLReport(RunRecord.samples).text)
        let count = { (name: String) in reader.elements.count { $0.name == name } }
        #expect(reader.elements.first?.attributes["lang"] == "en")
        #expect(count("h1") == 1)
        #expect(count("h2") == RunRecord.samples.count)
        #expect(count("figure") == RunRecord.samples.reduce(0) { $0 + $1.alarms.count })
        #expect(count("details") == RunRecord.samples.count)
        let identifiers = reader.values(of: "id")
        #expect(Set(identifiers).count == identifiers.count)
        #expect(reader.values(of: "href").allSatisfy { identifiers.contains(String($0.dropFirst())) })
        #expect(reader.elements.filter { $0.name == "th" }.allSatisfy { $0.attributes["scope"] != nil })
    }

    @Test("Every entry stands in the table, with its time from the due second")
    func table() {
        let reader = MarkupReader(HTMLReport([.relayDown]).text)
        for entry in RunRecord.relayDown.entries { #expect(reader.text.contains(entry.text)) }
        #expect(reader.text.contains("All 43 events in words"))
        #expect(reader.text.contains("-00:05:00.0"))
    }

    @Test("The same runs make the same page", arguments: 0..<60 as Range<UInt64>)
    func random(seed: UInt64) {
        var (first, second) = (RandomRun(seed: seed), RandomRun(seed: seed))
        let text = HTMLReport([first.record(), first.record()]).text
        #expect(text == HTMLReport([second.record(), second.record()]).text)
        #expect(MarkupReader(text).failure == nil)
    }

    @Test("Every colour of text and of marks stands out from what it stands on, in light and dark")
    func contrast() throws {
        for colours in [Palette.report.light, Palette.report.dark] {
            let palette = Dictionary(uniqueKeysWithValues: colours.map { ($0.name, $0.colour) })
            func contrast(_ name: String, on back: String) throws -> Double {
                try #require(palette[name]).contrast(with: #require(palette[back]))
            }
            let states = AlarmState.allCases.map(\.rawValue) + ["unknown"]
            let texts =
                [("ink", "page"), ("ink", "card"), ("dim", "page"), ("dim", "card"), ("link", "card"), ("due", "card")]
                + [("good", "good-back"), ("bad", "bad-back"), ("ink", "strip"), ("ink", "shade")]
                + states.map { ("ink", $0) }
            for (text, back) in texts { #expect(try contrast(text, on: back) >= 4.5, "\(text) on \(back)") }
            for shape in MarkShape.allCases {
                for back in ["card", "shade"] {
                    #expect(try contrast(shape.rawValue, on: back) >= 3, "\(shape.rawValue) on \(back)")
                }
            }
        }
    }

    @Test(
        "Contrast is counted as WCAG defines it",
        arguments: [
            (UInt32(0x000000), UInt32(0xFFFFFF), 21.0), (0x777777, 0xFFFFFF, 4.478), (0x0000FF, 0xFFFFFF, 8.592),
        ]
    )
    func wcag(first: UInt32, second: UInt32, contrast: Double) {
        let found = Palette.Colour(value: first).contrast(with: Palette.Colour(value: second))
        #expect(abs(found - contrast) < 0.001)
    }
}

extension Palette.Colour {
    /// The contrast with another colour (WCAG 2.2), from 1 to 21.
    fileprivate func contrast(with other: Self) -> Double {
        let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// The relative luminance (WCAG 2.2), from 0 for black to 1 for white.
    private var luminance: Double {
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    private func channel(_ shift: UInt32) -> Double {
        let share = Double(value >> shift & 0xFF) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
