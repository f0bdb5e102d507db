import AlarmWire
import ArgumentParser

/// For whom the command writes.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON on one line, for scripts.")
    var json = false

    /// Writes a list: as an array for a script, as a table for a person.
    ///
    /// - Parameters:
    ///   - elements: what is listed.
    ///   - none: what a person is told where there is nothing to list.
    ///   - columns: the names of the table's columns.
    ///   - json: what a script reads of an element.
    ///   - row: an element's cells.
    func show<Element>(
        _ elements: [Element],
        orSay none: String,
        columns: [String],
        json: (Element) -> JSONValue,
        row: (Element) -> [String]
    ) {
        guard !self.json else { return Terminal.say(JSONValue.array(elements.map(json))) }
        guard !elements.isEmpty else { return Terminal.say(none) }
        var table = TextTable(columns)
        for element in elements { table.add(row(element)) }
        Terminal.say(table)
    }
}
