import ArgumentParser

/// In which family.
struct FamilyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The family: its name or the first characters of its id.", valueName: "family")
    )
    var family: String?
}
