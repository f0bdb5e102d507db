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
            where that is C. The relay is told when this device registers, whenever 'reveille listen' begins, and by \
            this command with a language or --system; where no variable is set, as in a job, it stays as it was. \
            Warnings and notices are written in it, and all that 'reveille listen' shows.

            Any other command may run under another language, and changes nothing here. 'checkin status', 'alarm \
            list', 'alarm show', 'alarm history', 'reminder list', 'reminder show', 'care overview' and 'care \
            history' write in the language that you chose, else in that of their own environment; it is also the \
            usual language of contacts that you name. Most other output, errors, help and JSON are English. There \
            are English, Traditional and Simplified Chinese.
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
        let here = profile.chosenLanguage == nil ? SystemLanguage.tag(in: session.environment) : nil
        let differs = here.map { Language(tag: $0.text) != written } ?? false
        let source = profile.chosenLanguage == nil ? Self.source(differs: differs) : "as you chose"
        Terminal.say("\(profile.locale.asForeign), \(source): the relay writes to you in \(written.name).")
        if let here, differs { Terminal.remark(Self.remark(on: here, session.profileFlag)) }
        if profile.hasUntoldChanges {
            Terminal.remark("The relay cannot be reached; it is told with the next command.")
        }
    }

    private static func source(differs: Bool) -> String {
        differs ? "as on this system when the relay was told" : "as on this system"
    }

    /// That the system's language is another one by now, and how the relay hears of it.
    private static func remark(on language: LanguageTag, _ flag: String) -> String {
        """
        Here it is \(language) now. To tell the relay: reveille device language --system\(flag). The next 'reveille \
        listen' tells it, too.
        """
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
