extension String {
    /// The text on one line, without characters that control a terminal.
    ///
    /// Another person's text could move the cursor, change the title, or reverse the writing direction, and so make a
    /// terminal show something that nobody wrote. Each such character is replaced by `�`; line breaks and tabs become
    /// spaces.
    package var asForeign: String {
        var shown = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .lineSeparator, .paragraphSeparator: shown.append(" ")
            case .control where scalar == "\n" || scalar == "\r" || scalar == "\t": shown.append(" ")
            case .control, .surrogate, .privateUse, .unassigned: shown.append("\u{FFFD}")
            case .format where Self.turnsDirection(scalar): shown.append("\u{FFFD}")
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
