import AlarmWire
import Engine
import Hummingbird

/// The methods of every path that the relay serves, for the `Allow` header (RFC 9110, section 10.2.1).
enum AllowedMethods {
    private static let paths: [(path: [Substring], methods: [String])] =
        Dictionary(grouping: Endpoints.all, by: \.path).map { path, endpoints in
            let methods = Set(endpoints.map(\.method))
            return (segments(of: path), RequestMethod.allCases.filter(methods.contains).map(\.rawValue))
        }
        + Set(PageRoutes.all + WebAppRoutes.addresses + DescriptionRoutes.paths + [CalendarRoute.path]).map {
            (segments(of: $0), ["GET", "HEAD"])
        }
        + [(segments(of: PageRoutes.operatorPerson), ["DELETE"])]
        + LinkPath.allCases.map { (segments(of: $0.rawValue), ["GET", "HEAD", "POST"]) }
        + CallPath.allCases.map { (segments(of: $0.rawValue), ["POST"]) }

    /// Returns the methods of a request's path when no route was found; empty for an unknown path.
    static func of(_ request: Request, in context: RelayContext) -> [String] {
        guard context.route == RelayContext.unknownRoute else { return [] }
        let path = segments(of: request.uri.path)
        // As in the router, a literal path takes precedence over one with placeholders.
        let methods =
            paths.filter { matches(path, $0.path) }
            .min { left, right in values(in: left.path) < values(in: right.path) }?.methods ?? []
        // A path whose method is right, and that no route takes, is turned off.
        return methods.contains(request.method.rawValue) ? [] : methods
    }

    private static func matches(_ path: [Substring], _ template: [Substring]) -> Bool {
        path.count == template.count && zip(path, template).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }

    private static func values(in template: [Substring]) -> Int { template.count { $0.hasPrefix("{") } }

    private static func segments(of path: String) -> [Substring] {
        path.split(separator: "/")
    }
}
