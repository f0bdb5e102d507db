import Testing

@testable import DeviceSimulator

@Suite("How wide a terminal shows a text")
struct DisplayWidthTests {
    @Test(
        "Wide letters and emoji take two columns, marks none",
        arguments: [
            ("", 0), ("Ana", 3), ("早安", 4), ("한글", 4), ("ｆ", 2), ("e\u{301}", 1), ("☀️", 2), ("☀", 1), ("👩‍👩‍👧", 2),
            ("🇩🇪", 2), ("\u{200D}", 0), ("Käthe", 5),
        ]
    )
    func columns(text: String, width: Int) {
        #expect(text.columns == width)
    }

    @Test(
        "A text is filled up or cut to the width, never in the middle of a letter",
        arguments: [
            ("Ana", 5, "Ana  "), ("Ana", 3, "Ana"), ("gateway", 5, "gate…"), ("早安早安", 5, "早安…"), ("早安早安", 4, "早… "),
            ("Ana", 1, "…"),
        ]
    )
    func fitted(text: String, width: Int, shown: String) {
        #expect(text.fitted(to: width) == shown)
        #expect(text.fitted(to: width).columns == width)
    }
}
