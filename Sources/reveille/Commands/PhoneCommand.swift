import AlarmCore
import AlarmWire
import ArgumentParser
import CurlClient
import DeviceKit
import DeviceSimulator
import Foundation

/// `reveille phone`: a virtual phone at somebody's own relay.
struct PhoneCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Be a virtual iPhone at your own relay: arm, ring or stay silent as one would.",
        discussion: """
            Registers, pairs, and then does what a phone of that version in that condition would do with what the relay \
            sends, and tells the relay of it: it registers a system alarm (iOS 26), keeps a local notification, rings, \
            vibrates, or stays dark and says why. The first time it shows a code for a partner, or takes theirs by --join; \
            later it is the phone that it was. It listens on the relay's event stream in the place of a push gateway: \
            docs/phones.md says what that changes, and which rules the phone follows.

            While it runs, type what happens to it: g, s or d answer what rings, as in g On my way; look, open, lock, \
            unlock, offline, online, restart, silent, loud, focus, focus strict, focus off, quit; state shows how it is. \
            Ctrl-C ends it.

            Examples:
              reveille phone --locked --os 18.5 --relay https://relay.example.org --enroll CODE
              reveille phone --silent --focus strict --critical --answer-after 20s
            """
    )

    @OptionGroup
    var phone: PhoneOptions

    @OptionGroup
    var user: PhoneUserOptions

    @Option(help: ArgumentHelp("The code or the link of a partner, to pair with them first.", valueName: "code"))
    var join: String?

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var consent: ConsentOptions

    @Option(help: ArgumentHelp("A code from the relay's operator, for a phone that is new.", valueName: "code"))
    var enroll: String?

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp("Under which name this machine keeps the phone. (default: phone)", valueName: "name")
    )
    var device: ProfileName?

    @OptionGroup
    var relay: RelayOptions

    var profile: ProfileOptions {
        var options = ProfileOptions()
        options.profile = device ?? ProfileName("phone")
        return options
    }

    var newDevice: RelayOptions? {
        var options = relay
        let compact = (join ?? "").filter { !$0.isWhitespace }
        if options.relay == nil, compact.contains("#") { options.relay = (try? PairingLink(compact))?.origin.text }
        return options
    }

    var sendsOutbox: Bool { false }

    func run(in session: DeviceSession) async throws {
        let folder = try DeviceFolder(of: session.name, in: session.environment)
        let lock = try ListenerLock(in: folder.path, of: session.name)
        try await prepare(session)
        let store = try folder.open()
        guard let profile = try store.load() else {
            throw CommandFailure("The profile \(session.name) is not there any more.")
        }
        let state = phone.state(in: session.clock.zoneName)
        let timeline = Timeline(now: PhoneClock.system.now)
        let client = try CurlClient()
        do {
            let virtual = try VirtualPhone(
                name: profile.displayName.isEmpty ? session.name.text : profile.displayName,
                profile: profile,
                store: store,
                transport: CurlTransport(client: client),
                state: state,
                habits: user.habits,
                timeline: timeline
            )
            Terminal.say("\(state.summary); at \(profile.relay). Ctrl-C ends it, help says what can be typed.")
            let console = PhoneConsole(phone: virtual, timeline: timeline, clock: session.clock, snooze: user.snooze)
            let running = await Self.result { try await Interruption.cancelling { try await console.run() } }
            await virtual.turnOff()
            try running.get()
            await client.shutdown()
        } catch {
            await client.shutdown()
            if let failure = error as? CommandFailure, failure.exitCode.rawValue > 128 { throw failure.exitCode }
            throw error
        }
        withExtendedLifetime(lock) {}
    }

    /// Registers the phone, and pairs it where it has no partner or is given a code.
    private func prepare(_ session: DeviceSession) async throws {
        if let join {
            let claim = try await session.device.claim(typed: join, for: .partner)
            return try await session.accept(claim, as: name, asking: consent, isListening: true)
        }
        try await session.register(code: enroll, mentionsInvites: false)
        try await session.settlePairings()
        guard await !session.device.profile.pairs.contains(where: \.isActive) else { return }
        let name = await name.text(of: session.device.profile, called: session.name, in: session.environment)
        try await session.device.set(displayName: name)
        try await session.lead(try await session.device.createInvite(name: name))
    }

    private static func result(_ body: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
