import AlarmCore
import AlarmWire
import DeviceKit
import QRCode

extension DeviceSession {
    /// Shows the code of an invite, as QR symbol, text and link, and until when it is good.
    func show(_ invite: InviterPairing) throws {
        for line in try QRCode(invite.link.qrText).terminalLines { Terminal.say(line) }
        Terminal.say("Code: \(invite.code.formatted)")
        Terminal.say("Link: \(invite.link.url)")
    }

    /// Takes the digits that the other device shows, three times at most.
    ///
    /// - Throws: `CommandFailure` when nobody types them; the invite is given up then.
    func confirm(_ invite: InviteID, asking question: String) async throws {
        let dialogue = Dialogue()
        while true {
            guard let digits = await dialogue.ask(question) else {
                await device.abandonPairing(invite)
                throw CommandFailure("Nobody typed the digits, so that the pairing was given up. Run it in a terminal.")
            }
            do {
                try await device.confirm(invite, digits: digits)
                return
            } catch DeviceError.pairing(.wrongDigits(let left)) {
                Terminal.say("Those are not the digits. \(left == 1 ? "One try is" : "\(left) tries are") left.")
            }
        }
    }
}
