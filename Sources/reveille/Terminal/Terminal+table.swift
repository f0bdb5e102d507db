extension Terminal {
    /// Writes a table.
    static func say(_ table: TextTable) {
        for line in table.lines { say(line) }
    }
}
