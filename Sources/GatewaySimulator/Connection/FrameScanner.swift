/// Finds RST_STREAM frames in a client's bytes, however they are split (RFC 9113, section 4.1).
///
/// It sees what HTTP/2 libraries do not report: resets of streams that are closed already.
struct FrameScanner {
    private static let prefaceLength = 24
    private static let headerLength = 9
    private static let resetType: UInt8 = 3

    /// Number of bytes to skip before the next frame's header.
    private var rest = prefaceLength
    private var header: [UInt8] = []

    /// Returns the number of RST_STREAM frames that begin in `bytes`, which continue those of the last call.
    mutating func resets(in bytes: some Collection<UInt8>) -> Int {
        var count = 0
        var left = bytes[...]
        while !left.isEmpty {
            if rest > 0 {
                let skipped = min(rest, left.count)
                left = left.dropFirst(skipped)
                rest -= skipped
                continue
            }
            let part = left.prefix(Self.headerLength - header.count)
            header.append(contentsOf: part)
            left = left.dropFirst(part.count)
            guard header.count == Self.headerLength else { break }
            rest = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
            if header[3] == Self.resetType { count += 1 }
            header.removeAll(keepingCapacity: true)
        }
        return count
    }
}
