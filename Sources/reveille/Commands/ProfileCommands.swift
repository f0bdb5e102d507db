import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation
import Wording

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
struct ProfileListCommand: LocalProfileCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the profiles of this machine."
    )

    @OptionGroup
    var output: OutputOptions

    func profile(in environment: [String: String]) -> ProfileName? { nil }

    func run(for reader: Language, in environment: [String: String]) throws {
        let parent = try DeviceFolder(of: .default, in: environment).parent
        let profiles = try DeviceFolder.names(in: parent).map { try StoredProfile($0, in: environment) }
        output.show(
            profiles,
            orSay: reader.text(
                .answerProfileNone,
                [.words: parent, .link: "reveille pair new", .title: "reveille join CODE"]
            ),
            columns: StoredProfile.columns,
            language: reader,
            json: \.json
        ) { $0.row(in: reader) }
        if !output.json, !profiles.isEmpty { Terminal.say(reader.text(.answerProfileFolder, [.words: parent])) }
    }
}

/// `reveille profile show`: shows one profile.
struct ProfileShowCommand: LocalProfileCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a profile is, where it lies, and what waits in it."
    )

    @OptionGroup
    var choice: ProfileArgument

    @OptionGroup
    var output: OutputOptions

    func profile(in environment: [String: String]) -> ProfileName? { try? choice.chosen(in: environment) }

    func run(for reader: Language, in environment: [String: String]) throws {
        let stored = try choice.stored(in: environment, for: reader)
        guard !output.json else { return Terminal.say(stored.json) }
        Terminal.say(facts: stored.facts(in: reader))
        guard stored.profile != nil else {
            throw CommandFailure(stored.fault ?? reader.text(.answerProfileEmpty))
        }
    }
}

/// `reveille profile move`: renames a profile.
struct ProfileMoveCommand: LocalProfileCommand {
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

    func profile(in environment: [String: String]) -> ProfileName? { from }

    func run(for reader: Language, in environment: [String: String]) throws {
        let stored = try StoredProfile(from, in: environment)
        let target = try DeviceFolder(of: to, in: environment)
        guard stored.exists else { throw CommandFailure(noProfile: from, in: reader) }
        guard !target.exists else {
            throw CommandFailure(reader.text(.answerProfileTaken, [.words: to.text, .link: target.path]))
        }
        let lock = try ListenerLock(in: stored.path, of: from)
        do {
            try FileManager.default.moveItem(atPath: stored.path, toPath: target.path)
        } catch {
            let values: [Placeholder: String] = [.words: stored.path, .reason: error.localizedDescription]
            throw CommandFailure(reader.text(.answerProfileMoveFailed, values))
        }
        withExtendedLifetime(lock) {}
        guard !output.json else { return Terminal.say(try StoredProfile(to, in: environment).json) }
        Terminal.say(reader.text(.answerProfileMoved, [.former: from.text, .words: to.text]))
    }
}

/// `reveille profile repair`: takes what cannot be read out of a profile.
struct ProfileRepairCommand: LocalProfileCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Take the entries that cannot be read out of a profile; a copy of it is kept.",
        discussion: "The rest of the profile works before and after."
    )

    @OptionGroup
    var choice: ProfileArgument

    @OptionGroup
    var output: OutputOptions

    func profile(in environment: [String: String]) -> ProfileName? { try? choice.chosen(in: environment) }

    func run(for reader: Language, in environment: [String: String]) throws {
        let stored = try choice.stored(in: environment, for: reader)
        guard stored.exists else { throw CommandFailure(noProfile: stored.name, in: reader) }
        let folder = try ProfileFolder(stored.path)
        let removed = try folder.exclusively { () throws -> [UnreadableEntry] in
            guard var profile = try folder.load() else { throw CommandFailure(noProfile: stored.name, in: reader) }
            let removed = profile.removeUnreadable()
            guard !removed.isEmpty else { return [] }
            let copy = folder.file + ".before-repair"
            do {
                try? FileManager.default.removeItem(atPath: copy)
                try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
            } catch {
                let values: [Placeholder: String] = [.words: folder.file, .reason: error.localizedDescription]
                throw CommandFailure(reader.text(.answerProfileCopyFailed, values))
            }
            try folder.save(profile)
            if !output.json { Terminal.say(reader.text(.answerProfileCopy, [.words: copy])) }
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
        guard !removed.isEmpty else {
            return Terminal.say(reader.text(.answerProfileWhole, [.words: stored.name.text]))
        }
        for entry in removed {
            Terminal.say(reader.text(.answerProfileRepaired, [.words: entry.description.asForeign]))
        }
    }
}

/// `reveille profile delete`: deletes a profile from this machine.
struct ProfileDeleteCommand: LocalProfileCommand {
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

    func profile(in environment: [String: String]) -> ProfileName? { name }

    func run(for reader: Language, in environment: [String: String]) async throws {
        let stored = try StoredProfile(name, in: environment)
        guard stored.exists else { throw CommandFailure(noProfile: name, in: reader) }
        let values: [Placeholder: String] = [.words: name.text, .person: reader.listing(stored.partners)]
        let question = reader.text(stored.partners.isEmpty ? .answerProfileAsk : .answerProfileAskPaired, values)
        try await consent.require(to: question, in: reader)
        let lock = try ListenerLock(in: stored.path, of: name)
        do {
            try FileManager.default.removeItem(atPath: stored.path)
        } catch {
            let values: [Placeholder: String] = [.words: stored.path, .reason: error.localizedDescription]
            throw CommandFailure(reader.text(.answerProfileDeleteFailed, values))
        }
        withExtendedLifetime(lock) {}
        guard !output.json else { return Terminal.say(.object(of: ["deleted": .string(name.text)])) }
        Terminal.say(reader.text(.answerProfileDeleted, [.words: name.text]))
    }
}
