import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation

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
    var state: String {
        guard let profile else { return "cannot be read" }
        let known = profile.isRegistered ? "registered" : "new"
        return profile.unreadable.isEmpty ? known : "\(known), \(profile.unreadable.count) unreadable"
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

    /// Reads the profile.
    ///
    /// - Throws: `CommandFailure` where there is none.
    func stored(in environment: [String: String]) throws(CommandFailure) -> StoredProfile {
        let name: ProfileName
        if let given = self.name {
            name = given
        } else if let text = environment["REVEILLE_PROFILE"], !text.isEmpty {
            guard let known = ProfileName(text) else {
                throw CommandFailure("REVEILLE_PROFILE is no name of a profile.", exitCode: .validationFailure)
            }
            name = known
        } else {
            name = .default
        }
        let stored = try StoredProfile(name, in: environment)
        guard stored.exists else { throw CommandFailure(noProfile: name) }
        return stored
    }
}

extension CommandFailure {
    /// Creates the failure for a profile that this machine does not have.
    init(noProfile name: ProfileName) {
        self.init("There is no profile \(name). See 'reveille profile list'.")
    }
}
