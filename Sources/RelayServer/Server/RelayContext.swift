package import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The relay's own data about a request.
package struct RelayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the connected peer: a client, or a proxy in front of it; nil where there is none.
    package let peer: IPAddress?
    /// Whether the caller is a known device.
    let caller = CallerMark()

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        // The server's own identifiers count up, and would tell a stranger how many requests there are.
        logger[metadataKey: "hb.request.id"] = "\(Self.randomID())"
    }

    /// 128 random bits in hexadecimal.
    private static func randomID() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// The log's name for a path that the relay does not serve.
    static let unknownRoute = "unknown"

    /// The path, with placeholders, of the endpoint or page that the router found; ``unknownRoute`` if it found none.
    var route: String {
        guard let path = endpointPath, path.hasPrefix("/") else { return Self.unknownRoute }
        return path
    }
}

/// Whether the caller of a request is a known device; set once its envelope is open.
final class CallerMark: Sendable {
    private let known = Atomic(false)

    var isKnown: Bool { known.load(ordering: .relaxed) }

    func setKnown() {
        known.store(true, ordering: .relaxed)
    }
}
