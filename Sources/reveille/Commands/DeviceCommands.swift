import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille device`: the commands for the devices of one person.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Let several devices be yours, and take one away again.",
        subcommands: [
            DeviceLinkCommand.self, DeviceJoinCommand.self, DeviceAddWebhookCommand.self, DeviceListCommand.self,
            DeviceRemoveCommand.self, DeviceLanguageCommand.self,
        ]
    )
}

/// `reveille device link`: shows a code for another device of the same person.
struct DeviceLinkCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Show a code by which another device becomes yours too.",
        discussion: """
            The other device then rings for you and can set alarms in your name. This one hands it the keys of your \
            pairs, sealed so that the relay cannot read them. A pair that you make later is known to the device that \
            made it alone, and its alarms ring on the others without their words: link them again from that device.

            With --json every step is a line, as those of 'reveille pair new' are; {"state":"linked"} has the device.
            """
    )

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var ttl: TTLOption

    @OptionGroup
    var steps: StepOptions

    @OptionGroup
    var profile: ProfileOptions

    func run(in session: DeviceSession) async throws {
        let isForScript = steps.json
        try await session.settlePairings { isForScript ? Terminal.remark($0) : Terminal.say($0) }
        let local = session.device
        let name = await name.text(of: local.profile, called: session.name, in: session.environment)
        try await local.set(displayName: name)
        let invite = try await local.createInvite(name: name, ttl: ttl.ttl, purpose: .device)
        guard !isForScript else {
            return try await session.tellingEnd(of: invite.inviteID, to: .script) {
                try await report(invite, in: session)
            }
        }
        let language = session.language
        try session.show(invite)
        Terminal.say(language.text(.answerCodeNobody, [.time: session.readersClock.text(invite.expiresAt)]))
        let command = "reveille join \(await session.argument(for: invite))"
        Terminal.say(language.text(.answerCodeOther, [.link: command]))
        Terminal.say(language.text(.answerCodeWaitDevice))
        let other = try await local.awaitAnswer(invite.inviteID, pause: DeviceSession.pause).asForeign
        Terminal.say(language.text(.answerCodeShows, [.words: other]))
        try await session.confirm(invite.inviteID, asking: language.text(.answerCodeDigitsDevice))
        Terminal.say(language.text(.answerCodeRightDevice, [.words: other]))
        let linked = try await local.awaitLinked(invite.inviteID, pause: DeviceSession.pause)
        let pairs = await local.profile.pairs.count { $0.isActive }
        let device = [Placeholder.words: linked.name.asForeign]
        Terminal.say(language.text(.answerCodeLinked, .answerCodeLinkedSeveral, for: pairs, device))
        Terminal.say(language.text(.answerCodeDevices, [.link: "reveille device list\(session.profileFlag)"]))
    }

    /// Goes through the linking with a script, a line for each step.
    private func report(_ invite: InviterPairing, in session: DeviceSession) async throws {
        Terminal.say(invite.opened())
        let other = try await session.device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause)
        try await session.confirm(invite.inviteID, with: .script(partner: other))
        let linked = try await session.device.awaitLinked(invite.inviteID, pause: DeviceSession.pause)
        JoiningAudience.script.tell("linked", ["deviceId": .identifier(linked.id), "name": .string(linked.name)])
    }
}

/// `reveille device join`: adds this device to the person who shows the code.
struct DeviceJoinCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Enter the code that another device of yours shows, and let this one ring for you too.",
        discussion: """
            A device that is new registers with the code. A link names the relay by itself. A device that has pairs of \
            its own has to end them first; one that is yours already gets the pairs that it does not have yet. The steps \
            of --json are those of 'reveille join'.
            """
    )

    @OptionGroup
    var entry: CodeOrLink

    @Option(
        help: ArgumentHelp("What your other device calls this one. (default: the profile's name)", valueName: "name")
    )
    var name: String?

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var steps: StepOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    func validate() throws {
        guard name.map(DisplayNameRules.isValid) ?? true else { throw ValidationError("\(DeviceError.unusableName)") }
    }

    var newDevice: RelayOptions? { entry.relay(relay) }

    func run(in session: DeviceSession) async throws {
        let audience = steps.audience
        try await session.claim(entry.code, for: .device, tellingEndTo: audience) { claim in
            try await session.link(claim, called: name, asking: consent, telling: audience)
        }
    }
}

/// `reveille device add-webhook`: adds a server of this person.
struct DeviceAddWebhookCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-webhook",
        abstract: "Let a server of yours be told what your devices are told, such as a home automation or a siren.",
        discussion: """
            The relay posts every ring, its end, and your news there, signed, and without the words of a message, which \
            only your phones can open. Whatever the server does, an alarm waits for a phone: the person who sets it is \
            told as if the server were not there. The server may answer a ring with {"action":"acknowledge"} or \
            {"action":"snooze","minutes":5}. See it with 'reveille device list', and try it with 'reveille checkin test'.
            """
    )

    @Argument(help: ArgumentHelp("Where the relay posts: https, unless its operator allows others.", valueName: "url"))
    var webhook: String

    @Option(help: ArgumentHelp("What the server is called here.", valueName: "name"))
    var name = "server"

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        guard DisplayNameRules.isValid(name) else { throw ValidationError("\(DeviceError.unusableName)") }
    }

    func run(in session: DeviceSession) async throws {
        let added = try await session.device.addServer(at: webhook, called: name)
        guard !output.json else { return Terminal.say(added.json) }
        let language = session.language
        let values: [Placeholder: String] = [.words: name.asForeign, .link: "\(added.deviceID)"]
        Terminal.say(language.text(.answerDeviceAdded, values))
        Terminal.say(language.text(.answerDeviceSecret, [.words: "\(added.webhookSecret)"]))
    }
}

/// `reveille device list`: lists the devices of this device's person.
struct DeviceListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your devices.",
        discussion: "The relay knows no names: a device has one only where it was linked from this one."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
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
        let (clock, language) = (session.readersClock, session.language)
        let length = Abbreviation.length(for: devices.map(\.view.id))
        var table = TextTable(["DEVICE", "REACHED BY", "SYSTEM", "SINCE", "ID"], in: language)
        for device in devices { table.add(device.row(idOf: length, clock)) }
        Terminal.say(table)
        guard !missing.isEmpty else { return }
        let commands: [Placeholder: String] = [.link: "reveille device link", .words: "reveille device join"]
        Terminal.say(language.text(.answerDevicePair, .answerDevicePairs, for: missing.count, commands))
    }
}

extension DeviceView {
    /// The way in which the device is reached, for a person.
    fileprivate func route(in language: Language) -> String {
        switch platform {
        case .events: language.text(.answerDeviceEvents)
        case .apns: language.text(isReachable ? .answerDevicePush : .answerDevicePushNone)
        case .webPush: language.text(isReachable ? .answerDeviceBrowser : .answerDeviceBrowserNone)
        case .webhook: language.text(isReachable ? .answerDeviceWebhook : .answerDeviceWebhookNone)
        default:
            isReachable
                ? platform.rawValue : language.text(.answerDeviceOtherNone, [.words: platform.rawValue])
        }
    }
}

extension DeviceListing {
    /// What the device is called in a list: one that was linked from another device, or by it, has no name here.
    func shownName(in language: Language) -> String {
        if view.isSelf { return language.text(.answerDeviceSelf) }
        return name?.asForeign ?? language.text(view.platform.isServer ? .answerDeviceServer : .answerDeviceUnnamed)
    }

    /// Its line in the list of devices, with the first `length` characters of its id, for the reader of `clock`.
    func row(idOf length: Int, _ clock: LocalClock) -> [String] {
        let system = view.capabilities.os.asForeign
        return [
            shownName(in: clock.language), view.route(in: clock.language), system.isEmpty ? "-" : system,
            clock.date(view.since), String(view.id.description.prefix(length)),
        ]
    }

    /// The device as JSON, for a script.
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

/// `reveille device remove`: removes one of this person's devices.
struct DeviceRemoveCommand: ReportingCommand {
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
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let listing = try choose(from: try await session.device.devices(), session)
        let language = session.language
        let name =
            listing.view.isSelf ? language.text(.answerDeviceThis) : listing.name?.asForeign ?? "\(listing.view.id)"
        try await consent.require(to: language.text(.answerDeviceAsk, [.words: name]), in: language)
        try await session.device.removeDevice(listing.view.id)
        guard !output.json else { return Terminal.say(.object(of: ["removed": .identifier(listing.view.id)])) }
        Terminal.say(
            listing.view.isSelf
                ? language.text(.answerDeviceRemovedThis) : language.text(.answerDeviceRemoved, [.words: name])
        )
    }

    private func choose(from devices: [DeviceListing], _ session: DeviceSession) throws -> DeviceListing {
        let named = devices.called(device, \.name)
        if let first = named.first, named.count == 1 { return first }
        let found: DeviceListing? =
            switch Abbreviation(device, among: devices.map(\.view.id)) {
            case .name(let id): devices.first { $0.view.id == id }
            case .ambiguous(let ids):
                throw CommandFailure(several: ids, of: .answerThingsDevices, beginWith: device, in: session.language)
            case .unknown: nil
            }
        guard let found else {
            let command = "reveille device list\(session.profileFlag)"
            throw CommandFailure(.answerNoDevice, device, listedBy: command, in: session.language)
        }
        return found
    }
}
