import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille device language`: shows or sets the language in which the relay writes to this device.
struct DeviceLanguageCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "language",
        abstract: "Show or set the language in which the relay writes to you here.",
        discussion: """
            Without a choice it is the system's: of LC_ALL, LC_MESSAGES and LANG the first that is set; English \
            where that is C. Where none is set, as in a job, it stays as it was. The relay is told whenever it \
            changes. Warnings, notices and 'reveille checkin status' are written in it, and it is the usual language \
            of contacts that you name. The relay writes English, Traditional and Simplified Chinese.
            """
    )

    @Argument(help: "The language, as en, zh-Hant or zh-Hans; none to see the present one.")
    var language: String?

    @Flag(help: "Follow the system's language again.")
    var system = false

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if system, language != nil { throw ValidationError("Give a language or --system, not both.") }
        if let language { _ = try LanguageTag(argument: language) }
    }

    func run(in session: DeviceSession) async throws {
        if let language = try language.map({ try LanguageTag(argument: $0) }) {
            try await session.choose(language: language)
            if let remark = language.remark { Terminal.remark(remark) }
        } else if system {
            try await session.choose(language: nil)
        }
        let profile = await session.device.profile
        let written = Language(tag: profile.locale)
        if output.json {
            let answer: JSONValue = .object(of: [
                "language": .string(profile.locale),
                "written": .string(written.tag),
                "chosen": .bool(profile.chosenLanguage != nil),
                "told": .bool(!profile.hasUntoldChanges),
            ])
            return Terminal.say(answer)
        }
        let source = profile.chosenLanguage == nil ? "as on this system" : "as you chose"
        Terminal.say("\(profile.locale.asForeign), \(source): the relay writes to you in \(written.name).")
        if profile.hasUntoldChanges {
            Terminal.remark("The relay cannot be reached; it is told with the next command.")
        }
    }
}

extension Language {
    /// The English name.
    var name: String {
        switch self {
        case .english: "English"
        case .traditionalChinese: "Traditional Chinese"
        case .simplifiedChinese: "Simplified Chinese"
        }
    }
}
