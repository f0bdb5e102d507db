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
            Warnings and notices are written in it, messages to contacts that you name without a language, and all \
            that 'reveille listen' shows.

            Any other command may run under another language, and changes nothing here. What everyday commands answer \
            ('pair', 'alarm', 'reminder', 'circle', 'care', 'checkin', 'contacts', 'consent', 'device', 'calendar', \
            'me', 'join') is in the language that you chose, else in that of their own environment. Wrong arguments, \
            what the relay refuses, commands of whoever runs it, help and JSON are English. There are English, \
            Traditional and Simplified Chinese.
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
        var session = session
        if let language = try language.map({ try LanguageTag(argument: $0) }) {
            try await session.choose(language: language)
            session.languageTag = language
            if let remark = language.remark(in: session.language) { Terminal.remark(remark) }
        } else if system {
            try await session.choose(language: nil)
            session.languageTag = LanguageTag(await session.device.profile.locale) ?? session.languageTag
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
        let language = session.language
        let source: TextKey =
            profile.chosenLanguage != nil
            ? .answerLanguageChosen : differs ? .answerLanguageFormer : .answerLanguageSystem
        Terminal.say(language.sentence(onWriting: profile.locale.asForeign, as: source))
        if let here, differs { Terminal.remark(language.remark(on: here, session.profileFlag)) }
        if profile.hasUntoldChanges { Terminal.remark(language.text(.answerLanguageUntold)) }
    }
}

extension Language {
    /// In which language the relay writes to a person, and why, for a reader of this one.
    ///
    /// - Parameters:
    ///   - tag: the tag of the person's language.
    ///   - source: where it comes from, in a clause.
    /// - Returns: a sentence.
    func sentence(onWriting tag: String, as source: TextKey) -> String {
        let written = Language(tag: tag)
        return text(
            .answerLanguageShown,
            [.words: tag, .reason: text(source), .state: text(written.nameKey)]
        )
    }

    /// That the system's language is another one by now, and how the relay hears of it; `flag` is the option by which a
    /// command names this profile.
    func remark(on tag: LanguageTag, _ flag: String) -> String {
        let command = "reveille device language --system\(flag)"
        return text(.answerLanguageHere, [.words: "\(tag)", .link: command, .title: "reveille listen"])
    }

    /// What the language is called.
    private var nameKey: TextKey {
        switch self {
        case .english: .answerLanguageEnglish
        case .traditionalChinese: .answerLanguageTraditional
        case .simplifiedChinese: .answerLanguageSimplified
        }
    }
}
