extension String {
    /// Whether the text has more than one line.
    var hasLineBreak: Bool {
        contains { $0.isNewline }
    }
}
