import AlarmWire
import Engine
import Hummingbird

/// Every path that the relay serves, with its methods.
enum RouteTable {
    /// What the log calls a path that is none of ours.
    static let unknown = "unknown"

    private static let methods: [(template: [Substring], methods: [String])] =
        Routes.Template.allCases.map { (segments(of: $0.rawValue), $0.methods.map(\.rawValue)) }
        + PageRoutes.all.map { (segments(of: $0), ["GET", "HEAD"]) }
        + LinkPath.allCases.map { (segments(of: $0.rawValue), ["GET", "HEAD", "POST"]) }

    /// The template of the route that was found for a request, or ``unknown``.
    static func template(of context: RelayContext) -> String {
        guard let path = context.endpointPath, path.hasPrefix("/") else { return unknown }
        return path
    }

    /// The methods of the path of a request for which no route was found; none where the path is unknown too.
    static func allowedMethods(for request: Request, in context: RelayContext) -> [String] {
        guard template(of: context) == unknown else { return [] }
        let path = segments(of: request.uri.path)
        return methods.first { matches(path, $0.template) }?.methods ?? []
    }

    private static func matches(_ path: [Substring], _ template: [Substring]) -> Bool {
        path.count == template.count && zip(path, template).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }

    private static func segments(of path: String) -> [Substring] {
        path.split(separator: "/")
    }
}
