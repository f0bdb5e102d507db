import Testing

@testable import reveille

@Test("Columns are as wide as they have to be, and no line ends in spaces")
func columnsAlign() {
    var table = TextTable(["ID", "WORDS"])
    table.add(["1", "Käthe"])
    table.add(["1234", ""])
    #expect(table.lines == ["ID    WORDS", "1     Käthe", "1234"])
}
