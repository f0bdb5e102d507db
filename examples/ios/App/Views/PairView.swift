// Not built here: see README.md.
import AlarmWire
import CoreImage.CIFilterBuiltins
import DeviceKit
import SwiftUI

/// Shows a code, or takes one; the six digits go back by voice.
struct PairView: View {
    let model: AppModel
    @Environment(\.dismiss) private var dismiss
    @State private var invite: InviterPairing?
    @State private var partner: String?
    @State private var digits = ""
    @State private var entered = ""
    @State private var claim: ClaimerPairing?
    @State private var shownDigits: String?

    private let pause: LocalDevice.Pause = { try await Task.sleep(for: .seconds(1)) }

    var body: some View {
        NavigationStack {
            Form {
                if let invite {
                    showing(invite)
                } else if let claim {
                    claiming(claim)
                } else {
                    Section { Button("Show a code") { Task { await show() } } }
                    Section("Or enter your partner's code") {
                        TextField("Code", text: $entered).textInputAutocapitalization(.characters)
                        Button("Go on") { Task { await enter() } }.disabled(entered.isEmpty)
                    }
                }
            }
            .navigationTitle("Pair")
            .toolbar { Button("Cancel") { Task { await cancel() } } }
        }
    }

    @ViewBuilder
    private func showing(_ invite: InviterPairing) -> some View {
        Section("Your partner scans this, or types it") {
            QRView(text: invite.link.qrText)
            Text(verbatim: invite.code.formatted).font(.title2.monospaced())
        }
        if let partner {
            Section("\(partner) reads six digits to you") {
                TextField("Digits", text: $digits).keyboardType(.numberPad)
                Button("Confirm") { Task { await confirm(invite) } }.disabled(digits.count != 6)
            }
        }
    }

    @ViewBuilder
    private func claiming(_ claim: ClaimerPairing) -> some View {
        if let shownDigits {
            Section("Read these digits to \(claim.partnerName)") {
                Text(verbatim: shownDigits).font(.largeTitle.monospaced())
            }
        } else {
            Section("\(claim.partnerName) wants to be able to ring your phone") {
                Button("Allow") { Task { await accept(claim) } }
            }
        }
    }

    private func show() async {
        await model.attempt {
            guard let device = model.device else { return }
            let invite = try await device.createInvite(name: await device.profile.displayName)
            self.invite = invite
            partner = try await device.awaitAnswer(invite.inviteID, pause: pause)
        }
    }

    private func confirm(_ invite: InviterPairing) async {
        await model.attempt {
            guard let device = model.device else { return }
            try await device.confirm(invite.inviteID, digits: digits)
            _ = try await device.awaitActive(invite.inviteID, pause: pause)
            await model.catchUp()
            dismiss()
        }
    }

    private func enter() async {
        await model.attempt { claim = try await model.device?.claim(typed: entered) }
    }

    private func accept(_ claim: ClaimerPairing) async {
        await model.attempt {
            guard let device = model.device else { return }
            shownDigits = try await device.accept(claim.inviteID, name: await device.profile.displayName)
            _ = try await device.awaitConfirmation(claim.inviteID, pause: pause)
            await model.catchUp()
            dismiss()
        }
    }

    private func cancel() async {
        if let id = invite?.inviteID ?? claim?.inviteID { await model.device?.abandonPairing(id) }
        dismiss()
    }
}

/// A text as a QR code.
private struct QRView: View {
    let text: String

    var body: some View {
        if let image {
            Image(decorative: image, scale: 1).interpolation(.none).resizable().scaledToFit()
        }
    }

    private var image: CGImage? {
        let filter = CIFilter.qrCodeGenerator()
        filter.message = Data(text.utf8)
        return filter.outputImage.flatMap { CIContext().createCGImage($0, from: $0.extent) }
    }
}
