/// Decides whether a request may control the gateway: only from this machine, and not from a web page.
enum ControlGuard {
    /// Returns why a request is refused; nil if it is not.
    ///
    /// A web page can make a browser send requests to this machine. If it uses a name of its own that points here (DNS
    /// rebinding), `Host` has that name; if it names this machine, `Origin` has the page's origin. `host` is nil when
    /// the header is absent or occurs twice.
    static func refusal(host: String?, origin: String?) -> ControlRefusal? {
        guard let host, isLoopback(host) else {
            return ControlRefusal(status: 403, problem: "the control endpoint answers to localhost and 127.0.0.1 alone")
        }
        if let origin, !isLoopbackOrigin(origin) {
            return ControlRefusal(status: 403, problem: "the control endpoint takes no orders from web pages")
        }
        return nil
    }

    private static func isLoopbackOrigin(_ origin: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return isLoopback(String(origin.dropFirst(scheme.count)))
        }
        return false
    }

    /// Whether `authority`, with or without a port, is a loopback name or address.
    private static func isLoopback(_ authority: String) -> Bool {
        var host = authority[...]
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            let port = host[host.index(after: colon)...]
            guard port.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return false }
            host = host[..<colon]
        }
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.first == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
