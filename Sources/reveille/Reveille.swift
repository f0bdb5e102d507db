import AlarmCore
import ArgumentParser
import Foundation

/// The command `reveille`: a relay, and a device that talks to one.
@main
struct Reveille: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reveille",
        abstract: "Rings your partner at a time you choose, louder until somebody answers.",
        discussion: """
            Start a relay with 'reveille serve', pair two devices with 'reveille pair new' and 'reveille join', and set an alarm with 'reveille alarm send'.

            Exit codes: 0 done, 1 refused or failed, 64 used wrongly, 75 try again later, 130 interrupted.
            """,
        version: "reveille \(SoftwareVersion.text)",
        groupedSubcommands: [
            CommandGroup(
                name: "Trial",
                subcommands: [DemoCommand.self, SimulateCommand.self, GatewayCommand.self, PhoneCommand.self]
            ),
            CommandGroup(
                name: "Relay",
                subcommands: [
                    ServeCommand.self, ConfigCommand.self, PolicyCommand.self, EnrollCommand.self,
                    OperatorCodeCommand.self, StatusCommand.self, DoctorCommand.self, HealthcheckCommand.self,
                    BackupCommand.self, RestoreCommand.self, MigrateCommand.self, PersonCommand.self,
                    DowntimeCommand.self, BounceCommand.self, MailCommand.self, KeyringCommand.self, WebCommand.self,
                ]
            ),
            CommandGroup(
                name: "Device",
                subcommands: [
                    PairCommand.self, JoinCommand.self, DeviceCommand.self, AlarmCommand.self, ScheduleCommand.self,
                    ListenCommand.self, CalendarCommand.self,
                    CheckInCommand.self, ContactsCommand.self, ReminderCommand.self, CareCommand.self,
                    CircleCommand.self, ConsentCommand.self, MeCommand.self, ProfileCommand.self,
                ]
            ),
        ]
    )

    /// Runs the command of the arguments; ends the process with its exit code.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            guard let failure = CommandFailure(error) else { exit(withError: error) }
            Terminal.complain(failure.message, in: failure.language)
            Foundation.exit(failure.exitCode.rawValue)
        }
    }
}
