/// The appearance of a document's parts, for letters and pages, in light and dark mode.
///
/// Every pair of text and background colours has a contrast of at least 7 to 1 (WCAG 2.2, 1.4.6), text is at least
/// 20 px high, and what is pressed 60 px. No font, image or
/// other resource is loaded.
enum Style: String, CaseIterable {
    case canvas
    case card
    case title
    case subheading
    case text
    case list
    case item
    case facts
    case label
    case value
    case action
    case button
    case link
    case footer

    /// The declarations in light mode.
    var light: String {
        switch self {
        case .canvas:
            "margin:0;padding:24px 12px;background:#f2f3f5;color:#1b1d21;"
                + "font:20px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif"
        case .card:
            "max-width:560px;margin:0 auto;padding:28px 24px 12px;background:#ffffff;border-radius:12px;"
                + "overflow-wrap:anywhere"
        case .title: "margin:0 0 16px;font-size:28px;line-height:1.3;font-weight:700"
        case .subheading: "margin:28px 0 8px;font-size:22px;line-height:1.4;font-weight:700"
        case .text: "margin:0 0 16px"
        case .list: "margin:0 0 16px;padding-left:24px;padding-right:0"
        case .item: "margin:0 0 8px"
        case .facts: "margin:0 0 20px;padding:14px 16px 6px;background:#f2f3f5;border-radius:8px"
        case .label: "margin:0;color:#454a54"
        case .value: "margin:0 0 8px;font-weight:600"
        case .action: "margin:0 0 20px"
        case .button:
            "display:inline-block;min-height:60px;box-sizing:border-box;padding:14px 28px;background:#08478a;color:#ffffff;border:0;border-radius:8px;"
                + "font:inherit;font-weight:600;text-decoration:none;cursor:pointer"
        case .link: "display:inline-block;min-height:60px;box-sizing:border-box;padding:14px 0;color:#08478a"
        case .footer:
            "max-width:560px;margin:20px auto 0;padding:0 24px;color:#454a54;line-height:1.5;"
                + "overflow-wrap:anywhere"
        }
    }

    /// The declarations that differ in dark mode.
    var dark: String? {
        switch self {
        case .canvas: "background:#121417!important;color:#eceef1!important"
        case .card: "background:#1d2025!important"
        case .facts: "background:#2a2e35!important"
        case .label, .footer: "color:#c6ccd6!important"
        case .button: "background:#8ab8ff!important;color:#0d1a2b!important"
        case .link: "color:#8ab8ff!important"
        case .title, .subheading, .text, .list, .item, .value, .action: nil
        }
    }

    /// The style sheet of a letter, whose other styles stand in its elements: not every mail program reads style
    /// sheets.
    static let letterSheet = schemes + darkRules

    /// The style sheet of a page, the only place of its styles, so that a policy can allow it by its digest.
    static let pageSheet =
        schemes + allCases.map { ".\($0.rawValue){\($0.light)}" }.joined()
        + "\n.button:focus-visible{outline:3px solid #08478a;outline-offset:3px}" + darkRules
        + "\n@media (prefers-color-scheme:dark){.button:focus-visible{outline-color:#8ab8ff}}"

    private static let schemes = ":root{color-scheme:light dark;supported-color-schemes:light dark}\n"

    private static let darkRules =
        "\n@media (prefers-color-scheme:dark){"
        + allCases.compactMap { style in style.dark.map { ".\(style.rawValue){\($0)}" } }.joined()
        + "}"
}
