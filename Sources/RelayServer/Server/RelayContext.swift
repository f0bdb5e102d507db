package import Hummingbird
import Logging
import NIOCore

/// The relay's own data about a request.
package struct RelayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the connected peer: a client, or a proxy in front of it; nil where there is none.
    package let peer: IPAddress?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    }

    /// The log's name for a path that the relay does not serve.
    static let unknownRoute = "unknown"

    /// The path, with placeholders, of the endpoint or page that the router found; ``unknownRoute`` if it found none.
    var route: String {
        guard let path = endpointPath, path.hasPrefix("/") else { return Self.unknownRoute }
        return path
    }
}
