import AlarmWire
import DeviceKit

/// To whom the digits of a pairing are left: to a person by questions, or to a script by lines of JSON.
enum PairingAudience {
    /// A person, who is asked `question`.
    case person(question: String)
    /// A person, who is asked `question` at standard error: standard output is for a script that wants the result alone.
    case aside(question: String)
    /// A script, which is told that `partner` sees the digits, and writes them to standard input.
    case script(partner: String)

    /// Asks for the digits and returns the line that was typed; nil at the end of the input.
    func digits(triesLeft: Int, in dialogue: Dialogue) async -> String? {
        switch self {
        case .person(let question): return await dialogue.ask(question)
        case .aside(let question): return await dialogue.ask(question, aside: true)
        case .script(let partner):
            Terminal.say(
                .object(of: [
                    "state": "answered", "partner": .string(partner), "triesLeft": .integer(triesLeft),
                ])
            )
            return await dialogue.answer()
        }
    }

    /// Says `remark` to a person; a script sees from the next line that the digits were not taken.
    func say(_ remark: String) {
        switch self {
        case .person: Terminal.say(remark)
        case .aside: Terminal.remark(remark)
        case .script: break
        }
    }
}
