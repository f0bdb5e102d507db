import Testing

@testable import Wording

/// WCAG 2.2, success criterion 1.4.6, with the formula of its definition of contrast.
@Suite("Contrast of letters and pages")
struct ContrastTests {
    @Test(
        "Text and ground differ enough, by light and by dark",
        arguments: [
            (.canvas, .card), (.label, .facts), (.canvas, .facts), (.button, .button),
            (.link, .card),
            (.link, .canvas), (.footer, .canvas),
        ] as [(Style, Style)]
    )
    func isReadable(text: Style, ground: Style) throws {
        #expect(
            try Self.contrast(#require(text.light.colour("color")), #require(ground.light.colour("background"))) >= 7
        )
        #expect(
            try Self.contrast(
                #require(text.dark?.colour("color")),
                #require(ground.dark?.colour("background"))
            ) >= 7
        )
    }

    @Test("No text is smaller than 20 px, and what is pressed is at least 60 px high", arguments: Style.allCases)
    func isLarge(style: Style) throws {
        let sizes = style.light.split(separator: ";").filter { $0.hasPrefix("font-size:") || $0.hasPrefix("font:") }
        for size in sizes where size != "font:inherit" {
            let number = size.split(separator: ":")[1].prefix { $0.isNumber }
            #expect(try #require(Int(number)) >= 20, "\(size)")
        }
        guard style == .button || style == .link else { return }
        #expect(style.light.contains("min-height:60px") && style.light.contains("display:inline-block"))
    }

    private static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        let (dark, light) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    private static func luminance(_ colour: UInt32) -> Double {
        let (red, green, blue) = (linear(colour >> 16), linear(colour >> 8), linear(colour))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The linear value of the lowest eight bits.
    private static func linear(_ colour: UInt32) -> Double {
        let value = Double(colour & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
    }

    /// The number to the power of 2.4, which is its square times the fifth root of its square.
    private static func power(_ base: Double) -> Double {
        let square = base * base
        var root = 1.0
        for _ in 0..<60 {
            let fourth = root * root * root * root
            root -= (fourth * root - square) / (5 * fourth)
        }
        return square * root
    }
}

extension String {
    fileprivate func colour(_ property: String) -> UInt32? {
        split(separator: ";").first { $0.hasPrefix("\(property):#") }
            .flatMap { UInt32($0.dropFirst(property.count + 2).prefix(6), radix: 16) }
    }
}
