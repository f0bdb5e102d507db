import AlarmWire
import ArgumentParser
import Foundation
import RelayServer

/// `reveille config`: shows the relay's configuration.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show every configuration key, its value, and where the value comes from.",
        discussion: """
            Takes the flags of 'reveille serve', so that a configuration can be checked before it is used. No key holds a \
            secret: keys and passwords stand in files, and the configuration says where.
            """
    )

    @OptionGroup(title: "Configuration")
    var flags: ConfigurationFlags

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        let configuration = try RelayConfiguration(
            flags: flags.values,
            environment: ProcessInfo.processInfo.environment
        )
        if output.json {
            Terminal.say(JSONValue.array(configuration.entries.map(\.json)))
            return
        }
        for entry in configuration.entries {
            Terminal.say("\(entry.key.environmentName) = \(entry.value ?? "(none)")  [\(entry.source.label)]")
            Terminal.say("    --\(entry.key.name), in a file \(entry.key.name). \(entry.key.meaning)")
        }
    }
}

extension ConfigurationEntry {
    fileprivate var json: JSONValue {
        .object(of: [
            "key": .string(key.name),
            "value": value.map(JSONValue.string) ?? .null,
            "source": .string(source.label),
            "environment": .string(key.environmentName),
            "default": key.defaultValue.map(JSONValue.string) ?? .null,
            "expected": .string(key.form),
            "meaning": .string(key.meaning),
        ])
    }
}
