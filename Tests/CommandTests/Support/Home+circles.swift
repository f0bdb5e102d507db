import Testing

extension Home {
    /// Runs the command to its end, as the person who has a profile.
    func run(_ arguments: String..., profile: String) async throws -> Command.Outcome {
        try await Command.run(arguments + ["--profile", profile], in: self)
    }

    /// Runs the command as ``run(_:profile:)`` does, expects success, and returns standard output.
    func done(_ arguments: String..., profile: String) async throws -> String {
        let outcome = try await Command.run(arguments + ["--profile", profile], in: self)
        try #require(outcome.status == 0, "\(arguments): \(outcome.output) \(outcome.errors)")
        return outcome.output
    }

    /// Runs a command that needs no profile, expects success, and returns standard output.
    func done(_ arguments: String...) async throws -> String {
        let outcome = try await Command.run(arguments, in: self)
        try #require(outcome.status == 0, "\(arguments): \(outcome.output) \(outcome.errors)")
        return outcome.output
    }

    /// Joins `name` to a circle by a code that `host` shows; the profile is the name in lower case.
    ///
    /// - Returns: the outcome of the joiner's command.
    @discardableResult
    func join(
        _ name: String,
        to circle: String,
        as role: String,
        invitedBy host: String
    ) async throws -> Command.Outcome {
        let inviting = try Command(["circle", "invite", circle, "--role", role, "--profile", host], in: self)
        let code = try await inviting.code()
        let profile = name.lowercased()
        let joining = try Command(["circle", "join", code, "--name", name, "--profile", profile], in: self)
        try joining.type("y")
        try inviting.type(try await joining.digits())
        _ = try await inviting.line(with: "\(name) is in \(circle) now, as \(role).")
        _ = try await joining.line(with: "You are in \(circle) now, as \(role).")
        #expect(try await inviting.outcome().status == 0)
        let joined = try await joining.outcome()
        #expect(joined.status == 0, "\(joined.errors)")
        return joined
    }
}
