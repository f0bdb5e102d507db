import AlarmWire
import DeviceKit

/// What somebody entered to pair.
struct CodeOrLink {
    private let text: String

    /// Takes what was entered.
    init(_ text: String) {
        self.text = text
    }

    /// Whether it is usable at all, so that a typo is told before anything is done.
    func check() throws(PairingError) {
        if isLink {
            do {
                _ = try PairingLink(compact)
            } catch {
                throw .link(error)
            }
        } else {
            do {
                _ = try PairingCode(typed: text)
            } catch {
                throw .mistyped(error)
            }
        }
    }

    /// The relay that a link names.
    var relay: String? {
        isLink ? (try? PairingLink(compact))?.origin.text : nil
    }

    private var isLink: Bool { text.contains("#") }
    private var compact: String { text.filter { !$0.isWhitespace } }
}
