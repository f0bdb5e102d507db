import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille contacts list`: all of them.
struct ContactsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your contacts, and whether they have agreed."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let list = try await session.device.contacts()
            output.show(
                list,
                orSay: "There are no contacts yet: reveille contacts add\(session.profileFlag) NAME --email ADDRESS",
                columns: ["NAME", "CONSENT", "SINCE", "REACHED AT", "ID"],
                json: \.json,
                row: { view in
                    let addresses = [view.contact.email, view.contact.phone, view.contact.webhook].compactMap(\.self)
                    return [
                        view.contact.name.asForeign, view.consent.rawValue, session.clock.text(view.since),
                        addresses.map(\.asForeign).joined(separator: ", "), "\(view.id)",
                    ]
                }
            )
            guard !output.json else { return }
            for contact in list {
                for trouble in contact.trouble {
                    Terminal.say(
                        """
                        \(contact.contact.name.asForeign) was not reached by \(trouble.medium.rawValue) at \
                        \(session.clock.text(trouble.at)): \(trouble.reason.asForeign)
                        """
                    )
                }
            }
        }
    }
}
