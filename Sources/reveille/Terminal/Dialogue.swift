import Foundation

/// Questions to the person at the terminal.
struct Dialogue {
    private let input = InputLines.standard

    /// Asks for a line, at standard error if `isAside`; returns nil when the input has ended.
    func ask(_ question: String, aside isAside: Bool = false) async -> String? {
        Terminal.ask(question, aside: isAside)
        return await answer()
    }

    /// Returns the next line without asking for it; nil when the input has ended.
    func answer() async -> String? {
        await input.lines.first { _ in true }
    }
}

/// The lines of standard input, as they are typed.
///
/// The lines are read on a thread of their own, because reading blocks and would keep other tasks from running. Lines
/// that have not been asked for yet are kept.
struct InputLines: Sendable {
    /// Those of this process: two readers would take lines from each other.
    static let standard = InputLines()

    /// The lines, until the input ends.
    let lines: AsyncStream<String>

    private init() {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        let thread = Thread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        thread.start()
    }
}
