import AlarmCore
import AlarmWire
import DeviceKit
import Foundation

/// Prints a demonstration as it happens.
struct DemoConsole: Sendable {
    let isColoured: Bool
    let qr: @Sendable (String) -> [String]

    func title(_ text: String) {
        write("\n" + (isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text))
    }

    func line(_ text: String) {
        write("  " + text)
    }

    /// Prints the pairing code in its three forms.
    func show(_ invite: InviterPairing) {
        line("code     \(invite.code.formatted)")
        line("link     \(invite.link.url)")
        for row in qr(invite.link.qrText) { line(row) }
        line("Ben's phone reads the QR code and asks: Ana may ring this phone. Allow? He does.")
    }

    /// Prints a line of the timeline, with its distance from the due time.
    func entry(_ entry: Timeline.Entry, due: Instant) {
        let distance = entry.at - due
        let seconds = String(format: "%+7.2f s", Double(distance.milliseconds) / 1000)
        let lane = entry.lane.name.fitted(to: 8)
        line("\(seconds)  \(coloured(lane, entry.lane))  \(entry.text)")
    }

    private func coloured(_ text: String, _ lane: Timeline.Lane) -> String {
        guard isColoured else { return text }
        let colour =
            switch lane {
            case .scenario: 90
            case .relay: 36
            case .gateway, .mail, .sms: 35
            case .phone, .contact: 33
            }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }

    /// Writes the text at once and whole, so that a pipe shows it as it happens.
    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}
