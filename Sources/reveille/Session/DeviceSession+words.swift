import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// Tells the others of a circle who has come, and says so where that did not work: they are in all the same.
    func introduce(_ joined: JoinedCircle) async {
        do {
            _ = try await device.introduce(in: joined.circle)
        } catch {
            Terminal.remark(
                """
                The others could not be told how to write to them: \(CommandFailure(error)?.message ?? "\(error)")
                Try again: reveille circle introduce\(profileFlag) \(joined.circle)
                """
            )
        }
    }

    /// Says who of a reminder's people cannot read it, and how that can be mended.
    func warn(of unreached: [CircleMemberView], in circle: CircleID) {
        guard !unreached.isEmpty else { return }
        Terminal.remark(
            """
            \(unreached.names) cannot read what it says, as this device does not know their keys. Whoever let them in \
            can mend that: reveille circle introduce\(profileFlag) \(circle). Then edit the reminder.
            """
        )
    }
}
