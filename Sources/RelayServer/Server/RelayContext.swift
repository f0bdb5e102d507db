package import Hummingbird
import Logging
import NIOCore

/// What the relay knows of a request besides the request.
package struct RelayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of whoever is connected: a client, or a proxy in front of it; nil where there is none.
    package let peer: IPAddress?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    }
}
