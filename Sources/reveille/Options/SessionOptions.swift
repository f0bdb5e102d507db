import AlarmWire
import ArgumentParser
import Foundation
import Wording

/// The options of a device's command: its profile and the form of its output.
struct SessionOptions: ParsableArguments {
    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions
}

/// The option that selects the device.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which of this machine's devices to be. (default: $REVEILLE_PROFILE, else default)",
            valueName: "name"
        )
    )
    var profile: ProfileName?

    /// Returns the name, from the environment where none is given.
    func name(in environment: [String: String]) throws(CommandFailure) -> ProfileName {
        if let profile { return profile }
        guard let text = environment["REVEILLE_PROFILE"], !text.isEmpty else { return .default }
        guard let name = ProfileName(text) else {
            throw CommandFailure(
                "REVEILLE_PROFILE: \(text.prefix(80).debugDescription) is no name of a profile; use letters and digits",
                exitCode: .validationFailure
            )
        }
        return name
    }
}

extension ProfileOptions {
    /// Whether this machine has the profile that is named, or none at all.
    var mayBegin: Bool {
        let environment = ProcessInfo.processInfo.environment
        guard let name = try? name(in: environment), let folder = try? DeviceFolder(of: name, in: environment) else {
            return false
        }
        return folder.exists || DeviceFolder.names(in: folder.parent).isEmpty
    }
}

/// The name of a profile, which is also the name of its folder.
struct ProfileName: Hashable, Sendable {
    /// The profile that is used when none is named.
    static let `default` = ProfileName(known: "default")

    /// The name: 1 to 64 ASCII letters, digits, dots, hyphens and underscores; the first is a letter or a digit.
    let text: String

    private init(known text: String) { self.text = text }

    /// Validates a name; nil for an invalid one.
    init?(_ text: String) {
        func isPlain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber)
        }
        guard (1...64).contains(text.count), text.first.map(isPlain) == true,
            text.allSatisfy({ isPlain($0) || "._-".contains($0) })
        else { return nil }
        self.text = text
    }
}

extension ProfileName: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension ProfileName: CustomStringConvertible {
    var description: String { text }
}

/// The option for the relay of a new device.
struct RelayOptions: ParsableArguments {
    /// The origin of a relay that runs with the default configuration.
    static let `default` = "http://127.0.0.1:8080"

    @Option(
        help: ArgumentHelp(
            "The relay of a device that is new; later it is known. (default: $REVEILLE_RELAY, else \(Self.default))",
            valueName: "url"
        )
    )
    var relay: String?

    /// Returns the relay of the option or the environment; nil where neither is set.
    func wanted(in environment: [String: String]) -> String? {
        relay ?? environment["REVEILLE_RELAY"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The option for the form of output: for a person or for a script.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON on one line, for scripts.")
    var json = false

    /// Writes a list: as an array for a script, as a table for a person.
    ///
    /// - Parameters:
    ///   - elements: the elements to list.
    ///   - none: the text for a person where the list is empty.
    ///   - columns: the names of the table's columns, in English.
    ///   - language: the reader's; English for a list that is not translated.
    ///   - json: an element as JSON, for a script.
    ///   - row: the cells of an element.
    func show<Element>(
        _ elements: [Element],
        orSay none: String,
        columns: [String],
        language: Language = .english,
        json: (Element) -> JSONValue,
        row: (Element) -> [String]
    ) {
        guard !self.json else { return Terminal.say(JSONValue.array(elements.map(json))) }
        guard !elements.isEmpty else { return Terminal.say(none) }
        var table = TextTable(columns, in: language)
        for element in elements { table.add(row(element)) }
        Terminal.say(table)
    }
}

/// The option for the form of a command's steps: for a person or for a script.
struct StepOptions: ParsableArguments {
    @Flag(help: "Write each step as JSON on one line, for scripts.")
    var json = false

    /// To whom the steps are told.
    var audience: JoiningAudience { json ? .script : .person }
}

/// The option to go ahead without asking.
struct ConsentOptions: ParsableArguments {
    @Flag(name: [.customShort("y"), .long], help: "Say yes to the question instead of being asked.")
    var yes = false

    /// An answer to a question that can also be put off.
    enum Decision {
        case yes, no, later

        /// Reads a typed line, in English or in Chinese, whatever the reader's language.
        init(typed line: String) {
            let word = line.lowercased().filter { !$0.isWhitespace }
            if ["l", "later", "以後", "以後再說", "以后", "以后再说"].contains(word) {
                self = .later
            } else {
                self = ["y", "yes", "是"].contains(word) ? .yes : .no
            }
        }
    }

    /// Fails unless the user agrees to `question`, which is asked at standard error; called before anything is changed.
    ///
    /// - Parameters:
    ///   - question: the question, in the reader's language.
    ///   - language: the reader's; English for a command that is not translated.
    /// - Throws: ``CommandFailure`` where the user does not agree.
    func require(to question: String, in language: Language = .english) async throws(CommandFailure) {
        guard await isGiven(to: question, by: .resultOnly, in: language) else {
            throw CommandFailure(language.text(.answerNotAgreed))
        }
    }
}
