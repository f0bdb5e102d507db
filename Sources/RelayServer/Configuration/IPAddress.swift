import Foundation

/// An IP address, as bytes; an IPv4 address that is mapped into IPv6 counts as IPv4.
package struct IPAddress: Hashable, Sendable {
    /// Four bytes for IPv4, or 16 for IPv6.
    package let bytes: [UInt8]

    /// Reads an address without port and zone; nil if the text is not one.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        let text = String(text)
        var version4 = in_addr()
        if unsafe inet_pton(AF_INET, text, &version4) == 1 {
            bytes = unsafe withUnsafeBytes(of: &version4) { unsafe Array($0) }
            return
        }
        var version6 = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &version6) == 1 else { return nil }
        let all = unsafe withUnsafeBytes(of: &version6) { unsafe Array($0) }
        let isMapped = all.prefix(12).elementsEqual(Self.mappedPrefix)
        bytes = isMapped ? Array(all.suffix(4)) : all
    }

    /// Whether it is an IPv6 address.
    package var isVersion6: Bool { bytes.count == 16 }

    /// Whether the address is a loopback address.
    package var isLoopback: Bool {
        isVersion6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 : bytes.first == 127
    }

    /// The part that identifies one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address.
    package var network: [UInt8] { isVersion6 ? Array(bytes.prefix(8)) : bytes }

    /// The prefix `::ffff:0:0/96` (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
