/// The colours of a report in a terminal, by the sixteen that every terminal has; none if not wanted.
struct ConsoleStyle: Sendable {
    let isColoured: Bool

    func strong(_ text: String) -> String { coded(1, text) }
    func faint(_ text: String) -> String { coded(2, text) }
    func good(_ text: String) -> String { coded(32, text) }
    func bad(_ text: String) -> String { coded(31, text) }

    func lane(_ text: String, _ lane: Timeline.Lane) -> String {
        switch lane {
        case .scenario: coded(90, text)
        case .relay: coded(36, text)
        case .gateway, .mail, .sms: coded(35, text)
        case .phone, .contact: coded(33, text)
        }
    }

    /// The text between a select-graphic-rendition sequence and its reset (ECMA-48).
    private func coded(_ code: Int, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
