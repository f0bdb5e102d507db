/// The addresses of the public Internet, by IANA's registries of special-purpose addresses (RFC 6890).
///
/// A person who may name a URL to a server could otherwise make it call what only the server can reach: itself, its
/// neighbours, the metadata service of its cloud.
enum PublicAddress {
    /// Whether the four bytes of an IPv4 address, or the sixteen of an IPv6 address, are public.
    static func contains(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: !specialV4.contains { $0.contains(address) }
        case 16: containsV6(address)
        default: false
        }
    }

    private static func containsV6(_ address: [UInt8]) -> Bool {
        // An address that embeds an IPv4 address is as public as that one: mapped, and translated by NAT64 (RFC 6052).
        if mapped.contains(address) || translated.contains(address) { return contains(Array(address[12...])) }
        return globalUnicast.contains(address) && !specialV6.contains { $0.contains(address) }
    }

    private static let mapped = Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
    private static let translated = Block([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
    private static let globalUnicast = Block([0x20], 3)

    private static let specialV4 = [
        Block([0], 8),  // This network.
        Block([10], 8),  // Private.
        Block([100, 64], 10),  // Carriers' NAT.
        Block([127], 8),  // Loopback.
        Block([169, 254], 16),  // Link-local, with the clouds' metadata services.
        Block([172, 16], 12),  // Private.
        Block([192, 0, 0], 24),  // Protocol assignments.
        Block([192, 0, 2], 24),  // Documentation.
        Block([192, 88, 99], 24),  // 6to4 relays.
        Block([192, 168], 16),  // Private.
        Block([198, 18], 15),  // Benchmarks.
        Block([198, 51, 100], 24),  // Documentation.
        Block([203, 0, 113], 24),  // Documentation.
        Block([224], 4),  // Multicast.
        Block([240], 4),  // Reserved, and broadcast.
    ]

    /// Special ranges within global unicast; loopback, unique-local, link-local and multicast addresses lie outside it.
    private static let specialV6 = [
        Block([0x20, 0x01, 0x00], 23),  // Protocol assignments, with Teredo, which stands for an IPv4 address.
        Block([0x20, 0x01, 0x0D, 0xB8], 32),  // Documentation.
        Block([0x20, 0x02], 16),  // 6to4, which stands for an IPv4 address.
        Block([0x3F, 0xFF, 0x00], 20),  // Documentation.
    ]

    /// A block of addresses with the same prefix.
    private struct Block {
        let bytes: [UInt8]
        let bits: Int

        init(_ bytes: [UInt8], _ bits: Int) {
            self.bytes = bytes
            self.bits = bits
        }

        func contains(_ address: [UInt8]) -> Bool {
            for (index, byte) in bytes.enumerated() {
                let count = min(8, bits - index * 8)
                let mask = ~(UInt8(truncatingIfNeeded: 0xFF >> count))
                if address[index] & mask != byte & mask { return false }
            }
            return true
        }
    }
}
