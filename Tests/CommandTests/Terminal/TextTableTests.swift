import Testing

@testable import reveille

@Test("Columns are as wide as they have to be, and no line ends in spaces")
func columnsAlign() {
    var table = TextTable(["ID", "WORDS"])
    table.add(["1", "Käthe"])
    table.add(["1234", ""])
    #expect(table.lines == ["ID    WORDS", "1     Käthe", "1234"])
}

@Test("Wide letters, emoji and marks of their own move no column")
func columnsAlignOnATerminal() {
    var table = TextTable(["FROM", "WORDS", "STATE"])
    table.add(["早安", "Up ❤️", "ringing"])
    table.add(["Ka\u{308}the", "👩‍👩‍👧", "missed"])
    #expect(table.lines == ["FROM   WORDS  STATE", "早安   Up ❤️  ringing", "Ka\u{308}the  👩‍👩‍👧     missed"])
}

@Test("A table that is too wide loses the ends of its words, and none of its ids and times")
func columnsFit() {
    var table = TextTable(["ID", "DUE", "WITH", "WORDS"])
    table.add(["12345678", "Fri 2026-07-03 14:00 CEST", "to Benjamin the Elder", "Take the cake out of the oven"])
    let lines = table.lines(within: 60)
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines[1] == "12345678  Fri 2026-07-03 14:00 CEST  to Benjam…  Take the c…")
}
