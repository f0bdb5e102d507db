import AlarmCore
import AlarmWire
import ArgumentParser
import Wording

/// Help texts shared by the commands for circles.
enum CircleOptions {
    static let circleHelp: ArgumentHelp = "The circle's name, or the first characters of its id."
    static let personHelp: ArgumentHelp = "The person's name in the circle, or the first characters of their id."
}

/// A role in a circle, as a command line argument.
enum RoleArgument: String, CaseIterable, ExpressibleByArgument {
    case parent, child, member

    var role: Role {
        switch self {
        case .parent: .parent
        case .child: .child
        case .member: .member
        }
    }
}

/// The option that names who takes over the reminders of a person who leaves a family.
struct HandOverOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A parent who takes over the reminders for others, instead of deleting them: a name, an id, or me.",
            valueName: "parent"
        )
    )
    var handOver: String?

    /// Returns the named parent, who stays while the person `leaver` goes; nil where none is named.
    func heir(
        in circle: CircleView,
        from leaver: PersonID?,
        _ session: DeviceSession
    ) throws -> CircleMemberView? {
        try handOver.map { try Self.checked(session.person($0, in: circle), leaver: leaver, in: session.language) }
    }

    /// Refuses whoever cannot take reminders over, in the reader's language.
    static func checked(
        _ heir: CircleMemberView,
        leaver: PersonID?,
        in language: Language
    ) throws(CommandFailure) -> CircleMemberView {
        let name = [Placeholder.person: heir.words(in: language)]
        guard heir.role == .parent else {
            throw CommandFailure(language.text(.answerHeirRole, name), exitCode: .validationFailure)
        }
        guard heir.person != leaver else {
            throw CommandFailure(language.text(.answerHeirLeaver, name), exitCode: .validationFailure)
        }
        return heir
    }
}

/// The option that selects a family.
struct FamilyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The family: its name or the first characters of its id.", valueName: "family")
    )
    var family: String?
}

/// A kind of circle, as a command line argument.
enum CircleKindArgument: String, CaseIterable, ExpressibleByArgument {
    case family, care

    var kind: Circle.Kind {
        switch self {
        case .family: .family
        case .care: .care
        }
    }
}
