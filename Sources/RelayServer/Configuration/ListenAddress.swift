/// An address on which the relay listens.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    package let host: String
    /// The port; 0 lets the system choose one.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`, with brackets around an IPv6 address; nil if the text has another form.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), port <= 65_535
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard IPAddress(host)?.isVersion6 == true else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2F }) else { return nil }
        self.init(host: String(host), port: port)
    }

    /// `HOST:PORT`, with brackets around an IPv6 address.
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Whether only this machine can reach the address; the host name `localhost` is trusted.
    package var isLoopback: Bool {
        IPAddress(host)?.isLoopback ?? (host == "localhost")
    }
}
