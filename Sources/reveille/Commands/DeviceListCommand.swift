import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille device list`: the devices of this device's person.
struct DeviceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your devices.",
        discussion: "The relay knows no names: a device has one only where it was linked from this one."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let devices = try await session.device.devices()
            let missing = try await session.device.pairsOfOtherDevices()
            if output.json {
                Terminal.say(
                    .object(of: [
                        "devices": .array(devices.map(\.listing)),
                        "pairsOfOtherDevices": .array(missing.map { .string($0.description) }),
                    ])
                )
                return
            }
            var table = TextTable(["DEVICE", "REACHED BY", "SYSTEM", "SINCE", "ID"])
            for device in devices {
                let name = device.view.isSelf ? "this one" : device.name?.asForeign ?? "-"
                let system = device.view.capabilities.os.asForeign
                table.add([
                    name, device.view.route, system.isEmpty ? "-" : system, session.clock.text(device.view.since),
                    "\(device.view.id)",
                ])
            }
            Terminal.say(table)
            guard !missing.isEmpty else { return }
            Terminal.say(
                """
                \(missing.count == 1 ? "One pair is" : "\(missing.count) pairs are") known to another device of yours \
                alone, and ring here without words. Run 'reveille device link' there and 'reveille device join' here.
                """
            )
        }
    }
}

extension DeviceView {
    /// How a person would say that the device is reached.
    fileprivate var route: String {
        switch platform {
        case .events: "event stream"
        case .apns: isReachable ? "push" : "push (no token)"
        }
    }
}

extension DeviceListing {
    /// What a script may read of a device.
    fileprivate var listing: JSONValue {
        .object(of: [
            "deviceId": .string(view.id.description),
            "self": .bool(view.isSelf),
            "name": name.map(JSONValue.string),
            "platform": .string(view.platform.rawValue),
            "capabilities": view.capabilities.json,
            "since": .string(view.since.iso8601),
            "reachable": .bool(view.isReachable),
        ])
    }
}
