extension String {
    /// Number of terminal columns of the text: two for a wide letter or an emoji, none for a combining mark.
    ///
    /// After Unicode's East Asian Width (UAX 11), by block rather than by letter. Terminals differ over the rest.
    package var columns: Int {
        reduce(0) { $0 + Self.columns(of: $1) }
    }

    /// Returns the text padded with spaces to `width` columns; a longer text is cut and ends in `…`.
    package func fitted(to width: Int) -> String {
        var (text, used) = (self, columns)
        if used > width {
            (text, used) = ("", 0)
            for character in self where used + Self.columns(of: character) < width {
                text.append(character)
                used += Self.columns(of: character)
            }
            text += "…"
            used += 1
        }
        return text + String(repeating: " ", count: max(width - used, 0))
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
        0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]

    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        if wide.contains(where: { $0.contains(first.value) }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }
}
