import AlarmWire
import Foundation
import Wording

/// The process's standard streams.
///
/// Output is not buffered: the reader of a pipe sees every line as soon as it is written.
enum Terminal {
    /// The bell character: most terminals make a sound or flash.
    static let bell = "\u{07}"

    /// Whether standard input is a terminal.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether a person sees the output.
    static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard output should be coloured: on a terminal, unless `NO_COLOR` is set.
    static var isColoured: Bool {
        isColoured(onTerminal: isShown, in: ProcessInfo.processInfo.environment)
    }

    /// Whether output should be coloured: on a terminal, unless `NO_COLOR` is set and not empty (no-color.org).
    static func isColoured(onTerminal isShown: Bool, in environment: [String: String]) -> Bool {
        isShown && environment["NO_COLOR"]?.isEmpty != false
    }

    /// The columns of the terminal, at least 40: `$COLUMNS`, else what the terminal says; nil where nobody sees it.
    static var columns: Int? {
        if let given = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), given > 0 {
            return max(given, 40)
        }
        var size = winsize()
        guard isShown, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(Int(size.ws_col), 40)
    }

    /// Writes lines that already end in line feeds to standard output.
    static func show(_ lines: String) {
        write(lines, to: .standardOutput)
    }

    /// Writes a line to standard output.
    static func say(_ line: String = "") {
        write(line + "\n", to: .standardOutput)
    }

    /// Writes a question without a line end to standard output, or to standard error, so that a script's input has none.
    static func ask(_ question: String, aside isAside: Bool = false) {
        write(question + " ", to: isAside ? .standardError : .standardOutput)
    }

    /// Writes a remark to standard error, so that it does not mix with a script's input.
    static func remark(_ line: String) {
        write(line + "\n", to: .standardError)
    }

    /// Writes the reason of a failure to standard error, for a reader of `language`.
    static func complain(_ message: String, in language: Language = .english) {
        remark(language.complaint(message))
    }

    private static func write(_ text: String, to stream: FileHandle) {
        // An error means that the reader has closed the stream.
        try? stream.write(contentsOf: Data(text.utf8))
    }
}

extension Terminal {
    /// Writes a value as JSON on one line.
    static func say(_ value: JSONValue) {
        say(String(decoding: value.text, as: UTF8.self))
    }
}
