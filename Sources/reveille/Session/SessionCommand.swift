import ArgumentParser

/// A command that uses one of this machine's devices.
protocol SessionCommand: AsyncParsableCommand {
    /// The option that selects the device.
    var profile: ProfileOptions { get }
    /// The relay of a device that may be new; nil for a command that needs a registered device.
    var newDevice: RelayOptions? { get }

    /// Whether the command first sends what could not be sent before.
    var sendsOutbox: Bool { get }

    /// Runs the command. The device's connections are closed afterwards.
    func run(in session: DeviceSession) async throws
}

extension SessionCommand {
    var newDevice: RelayOptions? { nil }
    var sendsOutbox: Bool { true }

    func run() async throws {
        try await DeviceSession.run(profile, relay: newDevice) { session in
            if sendsOutbox {
                await session.sendWaiting()
                await session.finishInvitations(in: session.language)
            }
            try await run(in: session)
        }
    }
}

/// A device's command that reports to a person, or as JSON to a script.
protocol ReportingCommand: SessionCommand {
    /// The options for the device and for the form of the output.
    var options: SessionOptions { get }
}

extension ReportingCommand {
    var profile: ProfileOptions { options.profile }
    var output: OutputOptions { options.output }
}
