/// The spelling of hosts and ports, in lower case (RFC 3986, section 3.2; host names by RFC 1123, section 2.1).
enum HostSyntax {
    static func isHost(_ text: Substring) -> Bool {
        if text.utf8.first == UInt8(ascii: "[") {
            return text.utf8.last == UInt8(ascii: "]") && isIPv6(text.dropFirst().dropLast())
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return false }
        // Network libraries take a name whose last label is a number for an IPv4 address.
        return last.utf8.allSatisfy(isDigit) ? isIPv4(labels) : true
    }

    static func port(_ digits: Substring) -> UInt16? {
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(isDigit), let port = UInt16(digits), port > 0
        else { return nil }
        return port
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }
            && label.utf8.first != UInt8(ascii: "-") && label.utf8.last != UInt8(ascii: "-")
    }

    private static func isIPv4(_ labels: [Substring]) -> Bool {
        labels.count == 4
            && labels.allSatisfy { label in
                label.utf8.count <= 3 && label.utf8.allSatisfy(isDigit) && UInt8(label) != nil
                    && (label.utf8.count == 1 || label.utf8.first != UInt8(ascii: "0"))
            }
    }

    /// Eight groups of one to four hexadecimal digits, or fewer around one `::` (RFC 4291, section 2.2, forms 1 and 2).
    private static func isIPv6(_ text: Substring) -> Bool {
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        let gaps = groups.indices.dropFirst().dropLast().filter { groups[$0].isEmpty }
        let isFull = groups.count == 8 && groups.allSatisfy(isGroup)
        guard !isFull else { return true }
        var inner = groups
        if inner.count >= 2, inner[0].isEmpty, inner[1].isEmpty { inner.removeFirst() }
        if inner.count >= 2, inner[inner.count - 1].isEmpty, inner[inner.count - 2].isEmpty { inner.removeLast() }
        return !gaps.isEmpty && inner.count <= 8
            && inner.filter(\.isEmpty).count == 1 && inner.allSatisfy { $0.isEmpty || isGroup($0) }
    }

    private static func isGroup(_ group: Substring) -> Bool {
        (1...4).contains(group.utf8.count)
            && group.utf8.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
