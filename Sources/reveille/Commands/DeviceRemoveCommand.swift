import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille device remove`: takes a device away.
struct DeviceRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove one of your devices from the relay, such as one that you have lost.",
        discussion: """
            Nothing rings on it any more, and it can do nothing any more. Your only device cannot be removed as long as \
            it has pairs. An id that begins with a hyphen goes after --.
            """
    )

    @Argument(help: "The first characters of the device's id, or the name that it has here.")
    var device: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let listing = try choose(from: try await session.device.devices(), session)
            let name = listing.view.isSelf ? "this device" : listing.name?.asForeign ?? "\(listing.view.id)"
            try await consent.require(to: "Remove \(name)? Nothing will ring on it any more.")
            try await session.device.removeDevice(listing.view.id)
            Terminal.say(listing.view.isSelf ? "This device was removed." : "Removed \(name).")
        }
    }

    private func choose(from devices: [DeviceListing], _ session: DeviceSession) throws -> DeviceListing {
        let named = devices.filter { $0.name == device }
        if let first = named.first, named.count == 1 { return first }
        let found: DeviceListing? =
            switch Abbreviation(device, among: devices.map(\.view.id)) {
            case .name(let id): devices.first { $0.view.id == id }
            case .ambiguous:
                throw CommandFailure("Several ids of devices begin with \(device.asForeign). Type more of it.")
            case .unknown: nil
            }
        guard let found else {
            throw CommandFailure(
                "There is no device \(device.asForeign). See 'reveille device list\(session.profileFlag)' for their ids."
            )
        }
        return found
    }
}
