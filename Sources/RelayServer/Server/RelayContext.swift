import AlarmCore
import Engine
package import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The relay's own data about a request.
package struct RelayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the connected peer: a client, or a proxy in front of it; nil where there is none.
    package let peer: IPAddress?
    /// The device that calls.
    let caller = CallerMark()
    /// The limits that the request meets.
    let quotas = QuotaLedger()

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

/// The device that sent a request; nil until its envelope is open, and for strangers.
final class CallerMark: Sendable {
    private let known = Mutex<DeviceID?>(nil)

    var device: DeviceID? { known.withLock(\.self) }

    func set(_ device: DeviceID) {
        known.withLock { $0 = device }
    }
}
