import ArgumentParser

/// `reveille device`: the devices of one person.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Let several devices be yours, and take one away again.",
        subcommands: [
            DeviceLinkCommand.self, DeviceJoinCommand.self, DeviceListCommand.self, DeviceRemoveCommand.self,
        ]
    )
}
