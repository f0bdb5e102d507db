import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation
import Wording

/// A profile of this machine as its folder has it, whether or not it can be read.
struct StoredProfile {
    let name: ProfileName
    /// The folder.
    let path: String
    /// Whether the folder exists.
    let exists: Bool
    /// The profile; nil where there is none, or it cannot be read.
    let profile: Profile?
    /// Why it cannot be read.
    let fault: String?

    /// Reads the profile called `name`; changes nothing.
    init(_ name: ProfileName, in environment: [String: String]) throws(CommandFailure) {
        let folder = try DeviceFolder(of: name, in: environment)
        self.name = name
        path = folder.path
        exists = folder.exists
        guard exists else {
            (profile, fault) = (nil, nil)
            return
        }
        do throws(ProfileError) {
            (profile, fault) = (try ProfileFolder(folder.path).load(), nil)
        } catch {
            (profile, fault) = (nil, error.description)
        }
    }

    /// The names of the partners.
    var partners: [String] { profile?.pairs.filter(\.isActive).map(\.partnerName.asForeign) ?? [] }

    /// Whether the relay knows the device, and whether anything in it cannot be read.
    func state(in language: Language) -> String {
        guard let profile else { return language.text(.listProfileDamaged) }
        let known = language.text(profile.isRegistered ? .listProfileRegistered : .listProfileNew)
        guard !profile.unreadable.isEmpty else { return known }
        return language.text(.listProfileUnreadable, [.state: known, .count: "\(profile.unreadable.count)"])
    }

    /// The columns of the list of profiles.
    static let columns = ["PROFILE", "PERSON", "RELAY", "PARTNERS", "STATE"]

    /// The row of the list of profiles.
    func row(in language: Language) -> [String] {
        guard let profile else { return [name.text, "-", "-", "-", state(in: language)] }
        return [
            name.text, profile.displayName.asForeign, profile.relay.text, language.listing(partners),
            state(in: language),
        ]
    }

    /// What the profile is, where it lies, and what waits in it.
    func facts(in language: Language) -> [(String, String)] {
        var facts: [(TextKey, String)] = [(.listFactProfile, name.text), (.listFactFolder, path)]
        if let profile {
            let none = language.text(.listFactPartnersNone)
            facts += [
                (.listFactPerson, profile.displayName.asForeign), (.listFactRelay, profile.relay.text),
                (.listFactState, state(in: language)), (.listFactZone, profile.lastZone ?? profile.timeZone),
                (.listFactPartners, partners.isEmpty ? none : language.listing(partners)),
                (.listFactCircles, "\(profile.circles.count)"), (.listFactOutbox, "\(profile.outbox.count)"),
            ]
            facts += profile.unreadable.map { (.listFactUnreadable, $0.description.asForeign) }
        }
        return facts.map { (language.text($0.0), $0.1) }
    }

    /// The profile for a script; no keys.
    var json: JSONValue {
        .object(of: [
            "profile": .string(name.text),
            "folder": .string(path),
            "person": (profile?.displayName).map(JSONValue.string),
            "relay": (profile?.relay.text).map(JSONValue.string),
            "deviceId": profile?.deviceID.map { .string($0.description) },
            "partners": .array(partners.map(JSONValue.string)),
            "zone": profile.map { .string($0.lastZone ?? $0.timeZone) },
            "outbox": (profile?.outbox.count).map { .integer($0) },
            "unreadable": profile.map { .array($0.unreadable.map { .string($0.description) }) },
            "fault": fault.map(JSONValue.string),
        ])
    }
}

/// The argument that selects a profile, by default the one that other commands use.
struct ProfileArgument: ParsableArguments {
    @Argument(help: "The profile. (default: $REVEILLE_PROFILE, else default)")
    var name: ProfileName?

    /// Returns the name of the profile.
    ///
    /// - Throws: `CommandFailure` where the environment names none that there can be.
    func chosen(in environment: [String: String]) throws(CommandFailure) -> ProfileName {
        if let name { return name }
        guard let text = environment["REVEILLE_PROFILE"], !text.isEmpty else { return .default }
        guard let known = ProfileName(text) else {
            throw CommandFailure("REVEILLE_PROFILE is no name of a profile.", exitCode: .validationFailure)
        }
        return known
    }

    /// Reads the profile.
    ///
    /// - Throws: `CommandFailure` where there is none, in the reader's language.
    func stored(
        in environment: [String: String],
        for reader: Language
    ) throws(CommandFailure) -> StoredProfile {
        let name = try chosen(in: environment)
        let stored = try StoredProfile(name, in: environment)
        guard stored.exists else { throw CommandFailure(noProfile: name, in: reader) }
        return stored
    }
}

extension CommandFailure {
    /// Creates the failure for a profile that this machine does not have.
    init(noProfile name: ProfileName, in language: Language) {
        self.init(language.text(.answerProfileMissing, [.words: name.text, .link: "reveille profile list"]))
    }
}
