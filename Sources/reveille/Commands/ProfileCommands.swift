import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation

/// `reveille profile`: the commands for this machine's devices, without a relay.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "See which devices this machine has, and where; rename, mend and delete them.",
        discussion: """
            A profile is one device: its keys, its pairs and what it waits for. It lies in \
            ${XDG_DATA_HOME:-~/.local/share}/reveille/profiles/NAME, in a folder that only you can enter. Whoever has the \
            folder can act as the device.
            """,
        subcommands: [
            ProfileListCommand.self, ProfileShowCommand.self, ProfileMoveCommand.self, ProfileRepairCommand.self,
            ProfileDeleteCommand.self,
        ]
    )
}

/// `reveille profile list`: lists the profiles of this machine.
struct ProfileListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the profiles of this machine."
    )

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let parent = try DeviceFolder(of: .default, in: environment).parent
        let profiles = try DeviceFolder.names(in: parent).map { try StoredProfile($0, in: environment) }
        output.show(
            profiles,
            orSay: "There is no profile in \(parent) yet. Begin with 'reveille pair new' or 'reveille join CODE'.",
            columns: ["PROFILE", "PERSON", "RELAY", "PARTNERS", "STATE"],
            json: \.json
        ) { stored in
            guard let profile = stored.profile else { return [stored.name.text, "-", "-", "-", "cannot be read"] }
            return [
                stored.name.text, profile.displayName.asForeign, profile.relay.text,
                stored.partners.joined(separator: ", "), stored.state,
            ]
        }
        if !output.json, !profiles.isEmpty { Terminal.say("They lie in \(parent).") }
    }
}

/// `reveille profile show`: shows one profile.
struct ProfileShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a profile is, where it lies, and what waits in it."
    )

    @OptionGroup
    var choice: ProfileArgument

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let stored = try choice.stored(in: environment)
        guard !output.json else { return Terminal.say(stored.json) }
        var facts = [("profile", stored.name.text), ("folder", stored.path)]
        guard let profile = stored.profile else {
            Terminal.say(facts: facts)
            throw CommandFailure(stored.fault ?? "There is no profile in it.")
        }
        facts += [
            ("person", profile.displayName.asForeign), ("relay", profile.relay.text), ("state", stored.state),
            ("zone", profile.lastZone ?? profile.timeZone),
            ("partners", stored.partners.isEmpty ? "none" : stored.partners.joined(separator: ", ")),
            ("circles", "\(profile.circles.count)"), ("to be sent", "\(profile.outbox.count)"),
        ]
        for entry in profile.unreadable { facts.append(("unreadable", entry.description.asForeign)) }
        Terminal.say(facts: facts)
    }
}

/// `reveille profile move`: renames a profile.
struct ProfileMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Give a profile another name.",
        discussion: "The device stays what it is; only --profile changes."
    )

    @Argument(help: "The profile.")
    var from: ProfileName

    @Argument(help: "Its new name.")
    var to: ProfileName

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let stored = try StoredProfile(from, in: environment)
        let target = try DeviceFolder(of: to, in: environment)
        guard stored.exists else { throw CommandFailure(noProfile: from) }
        guard !target.exists else { throw CommandFailure("There is a profile \(to) already: \(target.path)") }
        let lock = try ListenerLock(in: stored.path, of: from)
        do {
            try FileManager.default.moveItem(atPath: stored.path, toPath: target.path)
        } catch {
            throw CommandFailure("\(stored.path) could not be moved: \(error.localizedDescription)")
        }
        withExtendedLifetime(lock) {}
        guard !output.json else { return Terminal.say(try StoredProfile(to, in: environment).json) }
        Terminal.say("The profile \(from) is called \(to) now.")
    }
}

/// `reveille profile repair`: takes what cannot be read out of a profile.
struct ProfileRepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Take the entries that cannot be read out of a profile; a copy of it is kept.",
        discussion: "The rest of the profile works before and after."
    )

    @OptionGroup
    var choice: ProfileArgument

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        let stored = try choice.stored(in: ProcessInfo.processInfo.environment)
        guard stored.exists else { throw CommandFailure(noProfile: stored.name) }
        let folder = try ProfileFolder(stored.path)
        let removed = try folder.exclusively { () throws -> [UnreadableEntry] in
            guard var profile = try folder.load() else { throw CommandFailure(noProfile: stored.name) }
            let removed = profile.removeUnreadable()
            guard !removed.isEmpty else { return [] }
            let copy = folder.file + ".before-repair"
            do {
                try? FileManager.default.removeItem(atPath: copy)
                try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
            } catch {
                throw CommandFailure("\(folder.file) could not be copied: \(error.localizedDescription)")
            }
            try folder.save(profile)
            if !output.json { Terminal.say("The profile as it was: \(copy)") }
            return removed
        }
        guard !output.json else {
            return Terminal.say(
                .object(of: [
                    "copy": removed.isEmpty ? nil : .string(folder.file + ".before-repair"),
                    "removed": .array(removed.map { .string($0.description) }),
                ])
            )
        }
        guard !removed.isEmpty else { return Terminal.say("Everything in the profile \(stored.name) can be read.") }
        for entry in removed { Terminal.say("Taken out: \(entry.description.asForeign)") }
    }
}

/// `reveille profile delete`: deletes a profile from this machine.
struct ProfileDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a profile from this machine, also one that cannot be read.",
        discussion: """
            Its keys are gone then: alarms for it ring nowhere, and what the relay keeps of the person stays there. Delete \
            that first with 'reveille me delete', or end the pairs with 'reveille pair revoke'.
            """
    )

    @Argument(help: "The profile.")
    var name: ProfileName

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let stored = try StoredProfile(name, in: ProcessInfo.processInfo.environment)
        guard stored.exists else { throw CommandFailure(noProfile: name) }
        let partners =
            stored.partners.isEmpty ? "" : ", which is paired with \(stored.partners.joined(separator: ", "))"
        try await consent.require(to: "Delete the profile \(name)\(partners), with its keys? This cannot be undone.")
        let lock = try ListenerLock(in: stored.path, of: name)
        do {
            try FileManager.default.removeItem(atPath: stored.path)
        } catch {
            throw CommandFailure("\(stored.path) could not be deleted: \(error.localizedDescription)")
        }
        withExtendedLifetime(lock) {}
        guard !output.json else { return Terminal.say(.object(of: ["deleted": .string(name.text)])) }
        Terminal.say("The profile \(name) was deleted.")
    }
}
