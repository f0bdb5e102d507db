import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import RelayServer
import Sealing

/// `reveille keyring`: the commands for the keys that seal the relay's data.
struct KeyringCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyring",
        abstract: "Look after the keys that seal what the relay stores.",
        subcommands: [KeyringRotateCommand.self, KeyringWebPushCommand.self]
    )
}

/// `reveille keyring rotate`: creates a new key and reseals the database under it.
struct KeyringRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Make a new key, seal everything in the database under it, and remove the old keys.",
        discussion: """
            Stop the relay first: as long as it runs, the command refuses with status 1 and changes nothing. If the command is \
            interrupted at any point, the relay still starts, and running the command again finishes the work.

            Keep the old keyring file as long as you keep backups of the database that were made before: only it opens them. \
            What is found by a keyed hash, such as registrations, pairs and the links in letters, stays as it is, since the \
            key of those hashes does not change. Takes the flags of 'reveille serve', of which --data, --database, --keyring \
            and --config matter here: give those that the relay was started with.
            """
    )

    @Flag(help: "Leave the old keys in the keyring, although nothing needs them any more.")
    var keepOld = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let clock = try await configuration.makeClock()
        var steps: [KeyringRotation.Step] = []
        try await rotateKeyring(configuration: configuration, keepingOld: keepOld, clock: clock) { step in
            steps.append(step)
            if !output.json { Terminal.say(step.words(configuration.keyring)) }
        }
        if output.json { Terminal.say(steps.json) }
    }
}

/// `reveille keyring webpush`: gives a keyring a key for pushes to browsers.
struct KeyringWebPushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webpush",
        abstract: "Add the key by which push services of browsers know the relay, and show its public half.",
        discussion: """
            A relay adds the key by itself when it starts, so that this is only for a keyring that the relay may not write, \
            such as a credential of the service manager: name the file that it is made from with --keyring, and start the \
            relay again. An existing key is left as it is, because browsers tie their subscriptions to it; a rotation \
            leaves it too.
            """
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let clock = try await configuration.makeClock()
        let (keyring, isNew) = try addWebPushKey(configuration: configuration, now: clock.now())
        let publicKey = Base64URL.encode(keyring.webPush?.publicKey ?? [])
        if output.json {
            let answer = JSONValue.object(of: ["publicKey": .string(publicKey), "isNew": .bool(isNew)])
            return Terminal.say(answer)
        }
        let path = configuration.keyring
        Terminal.say(isNew ? "Added a key for Web Push to \(path)." : "\(path) has a key for Web Push already.")
        Terminal.say("Its public half: \(publicKey)")
    }
}

extension KeyringRotation.Step {
    /// The step as a sentence.
    fileprivate func words(_ path: String) -> String {
        switch self {
        case .added(let id): "Added key \(id) to \(path)."
        case .resumed(let id): "Going on with key \(id), which an interrupted rotation added."
        case .sealedAnew(1): "Sealed one value anew; nothing is sealed under an older key."
        case .sealedAnew(let count): "Sealed \(count) values anew; nothing is sealed under an older key."
        case .removed(let ids):
            "Removed \(ids.count == 1 ? "key" : "keys") \(ids.map(\.description).joined(separator: ", ")) from \(path)."
        }
    }
}

extension [KeyringRotation.Step] {
    /// The step as JSON, for a script.
    fileprivate var json: JSONValue {
        var (key, count, removed) = (JSONValue.null, 0, [KeyID]())
        for step in self {
            switch step {
            case .added(let id), .resumed(let id): key = .string(id.description)
            case .sealedAnew(let values): count = values
            case .removed(let ids): removed = ids
            }
        }
        return .object(of: [
            "key": key, "sealedAnew": .integer(count), "removed": .array(removed.map { .string($0.description) }),
        ])
    }
}
