import AlarmWire

/// Who can follow a link to an origin, as far as its host shows.
enum OriginReach: Hashable, Sendable {
    /// Everybody, unless a firewall or a missing name prevents it.
    case anywhere
    /// Those in the same local or private network.
    case localNetwork
    /// Nobody but this machine.
    case thisMachine
    /// Nobody: an address for listening only.
    case nowhere

    /// Judges the host of an origin.
    init(of origin: Origin) {
        let host = origin.host.filter { !"[]".contains($0) }
        if let address = IPAddress(host) {
            self = Self.reach(of: address)
        } else {
            self = Self.reach(ofName: host)
        }
    }

    private static func reach(of address: IPAddress) -> OriginReach {
        if address.isLoopback { return .thisMachine }
        let bytes = address.bytes
        if bytes.allSatisfy({ $0 == 0 }) { return .nowhere }
        let isPrivate =
            address.isVersion6
            // Unique-local (RFC 4193) and link-local (RFC 4291, section 2.5.6).
            ? bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
            : privateV4.contains { bytes[0] == $0.first && ($0.from...$0.through).contains(bytes[1]) }
        return isPrivate ? .localNetwork : .anywhere
    }

    /// Names for one machine (RFC 6761, section 6.3), and for local networks: mDNS (RFC 6762), `home.arpa` (RFC 8375),
    /// `internal` (reserved by ICANN in 2024), and names without a dot.
    private static func reach(ofName name: String) -> OriginReach {
        let labels = name.split(separator: ".")
        switch labels.last {
        case "localhost": return .thisMachine
        case "local", "internal": return .localNetwork
        default: return labels.count < 2 || name.hasSuffix(".home.arpa") ? .localNetwork : .anywhere
        }
    }

    /// Private (RFC 1918), link-local (RFC 3927) and carriers' shared addresses (RFC 6598): the first byte, and the range
    /// of the second.
    private static let privateV4: [(first: UInt8, from: UInt8, through: UInt8)] = [
        (10, 0, 255), (172, 16, 31), (192, 168, 168), (169, 254, 254), (100, 64, 127),
    ]
}

extension RelayConfiguration {
    /// What is wrong with the links in letters and text messages, and what to set; nil where nothing is, or none is sent.
    var linkTrouble: String? {
        guard contactChannels.mail != nil || contactChannels.twilio != nil else { return nil }
        let readers: String
        switch OriginReach(of: origin) {
        case .anywhere: return nil
        case .localNetwork: readers = "only its own network can open"
        case .thisMachine: readers = "only this machine can open"
        case .nowhere: readers = "nobody can open"
        }
        let calls = contactChannels.twilio?.calls == nil ? "" : ", nor calls find out what to say"
        return """
            letters and text messages lead to \(origin), which \(readers), so that contacts elsewhere can neither agree \
            nor unsubscribe\(calls): set \(ConfigurationKey.origin.environmentName) to the https address at which everybody \
            reaches the relay
            """
    }
}
