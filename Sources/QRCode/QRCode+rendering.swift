extension QRCode {
    /// The light margin that readers need, in modules (ISO/IEC 18004, section 5.3.8).
    static let quietZone = 4

    /// The width and height of the symbol with its quiet zone, in modules.
    var side: Int { modules.count + 2 * Self.quietZone }

    /// Lines for a terminal, two modules high each, black on white whatever the terminal's own colours are.
    ///
    /// Many readers refuse inverted codes, and a dark terminal would show one, so the colours are set explicitly.
    public var terminalLines: [String] {
        stride(from: 0, to: side, by: 2).map { row in
            var line = "\u{1B}[30;107m"
            for column in 0..<side {
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): line += "█"
                case (true, false): line += "▀"
                case (false, true): line += "▄"
                case (false, false): line += " "
                }
            }
            return line + "\u{1B}[0m"
        }
    }

    /// Whether the module at this place, counted with the quiet zone, is dark.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        let row = row - Self.quietZone
        let column = column - Self.quietZone
        guard modules.indices.contains(row), modules.indices.contains(column) else { return false }
        return modules[row][column]
    }
}
