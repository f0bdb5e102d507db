import AlarmCore
import ArgumentParser

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
