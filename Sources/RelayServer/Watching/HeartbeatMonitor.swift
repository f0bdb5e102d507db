package import AlarmCore
import Foundation

/// A dead man's switch, somewhere else: as long as it is called, its keeper trusts that alarms ring.
package struct Heartbeat: Hashable, Sendable {
    /// How often it is called unless told otherwise.
    ///
    /// 60 s.
    package static let usualInterval = Span.seconds(60)
    /// How often it may be called; the audit that precedes each call is made twice a minute.
    package static let intervals = Span.seconds(30)...Span.hours(24)

    /// An address that is a secret: whoever knows it can keep the switch quiet.
    package struct URL: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The address itself, for the request and nothing else.
        let text: String

        /// Takes an `https` URL, or an `http` one of this machine; nil for anything else.
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

    /// What is called.
    package var url: URL
    /// How often.
    package var interval: Span

    package init(url: URL, interval: Span = usualInterval) {
        self.url = url
        self.interval = interval
    }
}
