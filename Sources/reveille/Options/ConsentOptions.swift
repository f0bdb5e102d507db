import ArgumentParser

/// Whether the command may go ahead without asking.
struct ConsentOptions: ParsableArguments {
    @Flag(name: [.customShort("y"), .long], help: "Say yes to the question instead of being asked.")
    var yes = false

    /// Whether the user agrees to `question`: beforehand, or asked now.
    func isGiven(to question: String) async -> Bool {
        if yes { return true }
        return await Dialogue().agrees(to: question)
    }

    /// Goes on only where the user agrees to `question`, before anything was changed.
    func require(to question: String) async throws(CommandFailure) {
        guard await isGiven(to: question) else {
            throw CommandFailure("You did not agree, so that nothing was changed.")
        }
    }
}
