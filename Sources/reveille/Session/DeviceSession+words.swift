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

    /// Says something about an alert; where that does not work, the alert is what counts, and a remark says so.
    func note(_ text: String, on alert: CareAlertView) async -> CareAlertView {
        do {
            let noted = try await device.note(text, on: alert)
            if !noted.unreached.isEmpty {
                Terminal.remark(
                    """
                    \(noted.unreached.names) cannot read it, as this device does not know their keys. The dweller can \
                    mend that: reveille circle introduce\(profileFlag) \(alert.circle)
                    """
                )
            }
            return noted.alert
        } catch {
            Terminal.remark("Your words could not be added: \(CommandFailure(error)?.message ?? "\(error)")")
            return alert
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
