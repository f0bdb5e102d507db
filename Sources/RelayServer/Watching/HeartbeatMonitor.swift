package import AlarmCore
import Foundation

/// A dead man's switch on another machine: while the relay pings it, its owner can trust that alarms ring.
package struct HeartbeatMonitor: Hashable, Sendable {
    /// The default time between pings.
    ///
    /// 60 s.
    package static let defaultInterval = Span.seconds(60)
    /// The valid range of the time between pings; the audit that precedes each ping runs twice a minute.
    package static let intervals = Span.seconds(30)...Span.hours(24)

    /// The URL to ping, which is a secret: anyone who knows it can keep the switch quiet.
    package struct URL: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The URL, to be used for the request only.
        let text: String

        /// Reads an `https` URL, or an `http` URL of this machine; nil for anything else.
        package init?(_ text: String) {
            guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
                parts.user == nil, parts.password == nil, parts.fragment == nil
            else { return nil }
            switch parts.scheme?.lowercased() {
            case "https": break
            case "http":
                let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
                guard ListenAddress(host: name, port: 0).isLoopback else { return nil }
            default: return nil
            }
            self.text = text
        }

        package var description: String { "(secret)" }
        package var debugDescription: String { description }
    }

    /// The URL to ping.
    package var url: URL
    /// The time between pings.
    package var interval: Span

    package init(url: URL, interval: Span = defaultInterval) {
        self.url = url
        self.interval = interval
    }
}
