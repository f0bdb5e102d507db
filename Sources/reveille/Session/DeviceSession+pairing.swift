import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// How long to wait between two questions whether the partner has done the next step.
    static let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(500)) }

    /// Ends what an earlier `reveille pair new` or `reveille device link` has left: takes over what came about, and gives up
    /// the rest.
    ///
    /// Its code is shown nowhere any more, and a device may have few invites open.
    func settlePairings() async throws {
        for invite in await device.profile.invites {
            if invite.purpose == .device {
                if let linked = try? await device.checkLinked(invite.inviteID) {
                    Terminal.say("\(linked.name.asForeign), begun to be linked earlier, is linked.")
                } else {
                    await device.abandonPairing(invite.inviteID)
                }
            } else if invite.purpose.circleKind != nil {
                if let joined = try? await device.checkAdmitted(invite.inviteID) {
                    Terminal.say("Somebody invited earlier is in the circle now, as \(joined.role.rawValue).")
                } else {
                    await device.abandonPairing(invite.inviteID)
                }
            } else if let pair = try? await device.checkActive(invite.inviteID) {
                Terminal.say("The pairing with \(pair.partnerName.asForeign), begun earlier, is complete.")
            } else {
                await device.abandonPairing(invite.inviteID)
            }
        }
    }
}
