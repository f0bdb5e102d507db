import ArgumentParser

/// Whether the command may go ahead without asking.
struct ConsentOptions: ParsableArguments {
    @Flag(name: [.customShort("y"), .long], help: "Say yes to the question instead of being asked.")
    var yes = false
}
