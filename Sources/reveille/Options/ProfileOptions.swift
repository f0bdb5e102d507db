import ArgumentParser

/// Which device the command speaks for.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which of this machine's devices to be. (default: $REVEILLE_PROFILE, else default)",
            valueName: "name"
        )
    )
    var profile: ProfileName?

    /// The name, with the environment's where none is given.
    func name(in environment: [String: String]) throws(CommandFailure) -> ProfileName {
        if let profile { return profile }
        guard let text = environment["REVEILLE_PROFILE"], !text.isEmpty else { return .usual }
        guard let name = ProfileName(text) else {
            throw CommandFailure(
                "REVEILLE_PROFILE: \(text.prefix(80).debugDescription) is no name of a profile; use letters and digits",
                exitCode: .validationFailure
            )
        }
        return name
    }
}
