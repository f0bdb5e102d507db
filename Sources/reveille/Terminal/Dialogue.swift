/// Questions to the person at the terminal.
struct Dialogue {
    private let input = InputLines()

    /// Begins to listen to the person; once in a process.
    init() {}

    /// Asks for a line; nil when the input has ended.
    func ask(_ question: String) async -> String? {
        Terminal.ask(question)
        return await input.lines.first { _ in true }
    }

    /// Asks for a yes; anything but `y` or `yes`, and the input's end, is a no.
    func agrees(to question: String) async -> Bool {
        let answer = await ask("\(question) [y/N]") ?? ""
        return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
}
