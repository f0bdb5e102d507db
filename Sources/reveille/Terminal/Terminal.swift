import Foundation

/// The process's standard streams.
///
/// Nothing is held back: whoever reads from a pipe sees every line as soon as it is written.
enum Terminal {
    /// The bell: most terminals make a sound or flash.
    static let bell = "\u{07}"

    /// Whether a person sits at the other end of standard input.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether whoever reads standard output wants colours: a terminal does, unless `NO_COLOR` says otherwise.
    static var isColoured: Bool {
        isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }

    /// Writes lines that have their ends already to standard output.
    static func show(_ lines: String) {
        write(lines, to: .standardOutput)
    }

    /// Writes a line to standard output.
    static func say(_ line: String = "") {
        write(line + "\n", to: .standardOutput)
    }

    /// Asks: writes a text without a line's end to standard output.
    static func ask(_ question: String) {
        write(question + " ", to: .standardOutput)
    }

    /// Writes a remark to standard error, so that it does not end up in what a script reads.
    static func remark(_ line: String) {
        write(line + "\n", to: .standardError)
    }

    /// Writes to standard error why the command has failed.
    static func complain(_ message: String) {
        remark("Error: \(message)")
    }

    private static func write(_ text: String, to stream: FileHandle) {
        // A reader that has gone away wants to know nothing more.
        try? stream.write(contentsOf: Data(text.utf8))
    }
}
