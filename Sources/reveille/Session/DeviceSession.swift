import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import DeviceSimulator
import Engine
import Foundation
import Wording

/// A device of this machine, open for one command.
struct DeviceSession {
    let device: LocalDevice
    /// The name of the device's profile.
    let name: ProfileName
    /// The environment of the process.
    let environment: [String: String]
    /// The time zone data.
    let zones: ZoneDirectory
    /// This machine's clocks.
    let clock: LocalClock
    /// The language of the person: the one that they chose for the profile, else the system's, else the profile's.
    var languageTag: LanguageTag

    /// Opens the device that the options name, runs `body` with it, and closes its connections.
    ///
    /// - Parameters:
    ///   - profile: names the device.
    ///   - relay: the relay of a device that may be new; nil where the device must exist already.
    ///   - environment: the variables of the process.
    ///   - body: uses the device.
    /// - Throws: `CommandFailure` where the device does not exist or belongs to another relay.
    static func run(
        _ profile: ProfileOptions,
        relay: RelayOptions? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        _ body: (DeviceSession) async throws -> Void
    ) async throws {
        let name = try profile.name(in: environment)
        let folder = try DeviceFolder(of: name, in: environment)
        guard relay != nil || folder.exists else {
            throw CommandFailure(unknown: name, in: folder.parent, Language(of: nil, in: environment))
        }
        let store = try folder.open()
        let zones = ZoneDirectory(path: ZoneDirectory.path(in: environment))
        var clock = LocalClock(zones: zones)
        let kept = try store.load()
        let reader = Language(of: kept, in: environment)
        let wanted = relay?.wanted(in: environment)
        guard relay != nil || kept?.isRegistered == true else {
            throw CommandFailure(unknown: name, in: folder.parent, reader)
        }
        if let kept, kept.isRegistered, let wanted = relay?.relay, (try? Origin(wanted)) != kept.relay {
            let values: [Placeholder: String] = [
                .words: name.text, .link: kept.relay.text, .title: wanted.asForeign, .former: "--profile",
            ]
            throw CommandFailure(reader.text(.answerProfileRelay, values)).told(in: reader)
        }
        // A device that no relay knows yet has nothing to lose: for another relay it is created anew. For the same
        // relay it keeps its key, because the relay may know the device after all, if its response was lost.
        let address = wanted ?? RelayOptions.default
        let system = SystemLanguage.tag(in: environment)
        let known =
            try kept.flatMap { $0.isRegistered || $0.relay == (try? Origin(address)) ? $0 : nil }
            ?? Profile.new(relay: address, timeZone: clock.zoneName, locale: system?.text ?? "en")
        if let kept, kept.relay != known.relay { try store.replaceUnregistered(with: known) }
        for entry in known.unreadable {
            let values: [Placeholder: String] = [
                .words: store.file, .reason: entry.description.asForeign, .link: "reveille profile repair \(name)",
            ]
            Terminal.remark(reader.text(.answerProfileEntry, values))
        }
        let client = try CurlClient()
        let device = LocalDevice(
            profile: known,
            store: store,
            transport: CurlTransport(client: client),
            clock: { SystemClock().now() }
        )
        clock.relay = device.relayClock
        let session = DeviceSession(
            device: device,
            name: name,
            environment: environment,
            zones: zones,
            clock: clock,
            languageTag: known.chosenLanguage ?? system ?? LanguageTag(known.locale) ?? .english
        )
        do {
            // A passing command under another language than usual, as a script with LC_ALL=C, must not change what the
            // relay writes to the person. A failure is met again by the command itself, and what the relay has not heard
            // yet it is told with the next one.
            _ = try? await session.device.adopt(locale: known.isRegistered ? nil : session.languageTag.text)
            try await body(session)
            await client.shutdown()
        } catch {
            await client.shutdown()
            let failure = CommandFailure(waitingFor: error, in: session.language) ?? CommandFailure(error)
            throw failure?.told(in: session.language) ?? error
        }
    }

    /// The flag that a suggested command needs to use this device.
    var profileFlag: String { name == .default ? "" : " --profile \(name)" }
}

extension CommandFailure {
    /// Creates the failure for a device that does not exist on this machine, whose profiles are in a folder.
    fileprivate init(unknown name: ProfileName, in parent: String, _ language: Language) {
        self.init(unknown: name, besides: DeviceFolder.devices(in: parent).filter { $0 != name }, in: language)
    }

    /// Creates the failure for a device that does not exist on this machine, which has `others`.
    init(unknown name: ProfileName, besides others: [ProfileName], in language: Language) {
        let flag = name == .default ? "" : " --profile \(name)"
        let there = [Placeholder.words: language.listing(others.map(\.text))]
        let begin: [Placeholder: String] = [
            .link: "reveille checkin plan\(flag) --name NAME", .words: "reveille pair new\(flag)",
            .title: "reveille join\(flag) CODE",
        ]
        let message = language.joining(
            language.text(.answerMachineNone, [.words: name.text]),
            others.isEmpty ? nil : language.text(others.count == 1 ? .answerMachineOne : .answerMachineSeveral, there),
            language.text(.answerMachineBegin, begin)
        )
        self = CommandFailure(message).told(in: language)
    }
}

extension ProfileFolder {
    /// Puts the profile for another relay in the place of one that no relay knows.
    ///
    /// Without that, every change would start from the stored profile, and so from the former relay.
    fileprivate func replaceUnregistered(with profile: Profile) throws {
        try exclusively {
            guard try load()?.isRegistered != true else { return }
            try save(profile)
        }
    }
}

extension DeviceSession {
    /// The zone whose clocks count where none is given: the last one given with this profile, else this machine's.
    var usualZone: String {
        get async { await device.profile.lastZone ?? clock.zoneName }
    }

    /// Returns the time of the options; nil when none was chosen.
    ///
    /// - Throws: `CommandFailure` for an unknown zone.
    func time(of options: DueTimeOptions) async throws -> ChosenTime? {
        let time = try options.time(now: clock.relayNow, zones: zones, usual: await usualZone)
        if let zone = options.zone { try await device.remember(zone: zone) }
        return time
    }

    /// Returns the time of a reminder's options; nil when none was chosen.
    func time(of options: ReminderTimeOptions) async throws -> ReminderRequest.Time? {
        let time = try options.time(now: clock.relayNow, zones: zones, usual: await usualZone)
        if let zone = options.due.zone { try await device.remember(zone: zone) }
        return time
    }

    /// Returns the new time of a reminder by its options; nil when none was chosen.
    func time(
        of options: ReminderTimeChangeOptions,
        changing reminder: Reminder
    ) async throws -> ReminderRequest.Time? {
        let time = try options.time(
            changing: reminder.details.schedule,
            now: clock.relayNow,
            zones: zones,
            usual: await usualZone
        )
        if let zone = options.due.zone { try await device.remember(zone: zone) }
        return time
    }

    /// The language of texts from the relay's catalogue at this terminal.
    var language: Language { Language(tag: languageTag.text) }

    /// This machine's clocks, for lines in the reader's language.
    var readersClock: LocalClock { clock.speaking(language) }

    /// The rules of this machine's zone, in which times are shown.
    var zone: ZoneRules { zones.rules(for: clock.zoneName) ?? .utc }
}
