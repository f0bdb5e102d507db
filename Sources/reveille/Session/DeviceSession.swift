import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import DeviceTransport
import Engine
import Foundation

/// A device of this machine, taken up for one command.
struct DeviceSession {
    /// The device.
    let device: LocalDevice
    /// Which one it is.
    let name: ProfileName
    /// The process's environment.
    let environment: [String: String]
    /// The time zone data.
    let zones: ZoneDirectory
    /// This machine's clocks.
    let clock: LocalClock

    /// Takes up the device that the options name, lets `body` use it, and ends its connections.
    ///
    /// - Parameters:
    ///   - profile: which device.
    ///   - relay: the relay of a device that may be new; nil where only a known device makes sense.
    ///   - environment: the process's variables.
    ///   - body: what to do with it.
    /// - Throws: `CommandFailure` where there is no such device, or it belongs to another relay.
    static func run(
        _ profile: ProfileOptions,
        relay: RelayOptions? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        _ body: (DeviceSession) async throws -> Void
    ) async throws {
        let name = try profile.name(in: environment)
        let folder = try DeviceFolder(of: name, in: environment)
        guard relay != nil || folder.exists else { throw CommandFailure(unknown: name) }
        let store = try folder.open()
        let zones = ZoneDirectory(path: ZoneDirectory.path(in: environment))
        let clock = LocalClock(zones: zones)
        let kept = try store.load()
        let wanted = relay?.wanted(in: environment)
        guard relay != nil || kept?.isRegistered == true else { throw CommandFailure(unknown: name) }
        if let kept, kept.isRegistered, let wanted = relay?.relay, (try? Origin(wanted)) != kept.relay {
            throw CommandFailure(
                "The profile \(name) belongs to the relay \(kept.relay). Use another with --profile for \(wanted)."
            )
        }
        // A device that no relay knows yet has nothing to lose: it is made anew for another relay that is wanted now. For the
        // same one it keeps its key, under which that relay may know it after all, if its answer was lost.
        let address = wanted ?? RelayOptions.usual
        let known =
            try kept.flatMap { $0.isRegistered || $0.relay == (try? Origin(address)) ? $0 : nil }
            ?? Profile.new(relay: address, timeZone: clock.zoneName)
        let client = try CurlClient()
        let session = DeviceSession(
            device: LocalDevice(
                profile: known,
                store: store,
                transport: CurlTransport(client: client),
                clock: { SystemClock().now() }
            ),
            name: name,
            environment: environment,
            zones: zones,
            clock: clock
        )
        do {
            try await body(session)
            await client.shutdown()
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// What a hint has to add to a command so that it speaks for this device.
    var profileFlag: String { name == .usual ? "" : " --profile \(name)" }
}

extension CommandFailure {
    /// There is no such device on this machine.
    fileprivate init(unknown name: ProfileName) {
        let flag = name == .usual ? "" : " --profile \(name)"
        self.init(
            """
            There is no device \(name) on this machine yet. Pair it with 'reveille pair new\(flag)', or with \
            'reveille pair accept\(flag) CODE' if your partner shows a code.
            """
        )
    }
}
