import AlarmCore
import ArgumentParser

/// What the commands about circles say of their arguments.
enum CircleOptions {
    static let circleHelp: ArgumentHelp = "The circle's name, or the first characters of its id."
    static let personHelp: ArgumentHelp = "The person's name in the circle, or the first characters of their id."
}

/// What somebody is to be in a circle, on the command line.
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
