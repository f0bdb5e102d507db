import Testing

@testable import reveille

@Suite("Colours on the terminal")
struct ColourTests {
    @Test(
        "Are there on a terminal, unless NO_COLOR is set to anything",
        arguments: [([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["NO_COLOR": "0"], false)]
            as [([String: String], Bool)]
    )
    func terminal(environment: [String: String], isColoured: Bool) {
        #expect(Terminal.isColoured(onTerminal: true, in: environment) == isColoured)
        #expect(!Terminal.isColoured(onTerminal: false, in: environment))
    }
}
