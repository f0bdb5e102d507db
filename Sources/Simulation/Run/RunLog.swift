import AlarmCore

/// Log of a run, line by line, and a hash of all of it by which two runs are compared.
///
/// The hash is FNV-1a of 64 bits; it also covers what is not worth a line, such as which job was picked.
struct RunLog {
    /// Number of lines kept unless all are asked for.
    private static let tail = 40

    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    private let keepsAll: Bool

    init(keepsAll: Bool) {
        self.keepsAll = keepsAll
    }

    /// The last lines, oldest first.
    var lastLines: [String] { keepsAll ? lines : Array(lines.suffix(Self.tail)) }

    mutating func add(_ line: String, at time: Span) {
        for byte in line.utf8 { mix(byte) }
        mix(UInt64(bitPattern: time.milliseconds))
        lines.append("\(Self.text(time)) \(line)")
        if !keepsAll, lines.count >= 4 * Self.tail { lines.removeFirst(lines.count - Self.tail) }
    }

    mutating func mix(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func mix(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// Hours, minutes, seconds and milliseconds since the run began.
    private static func text(_ time: Span) -> String {
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(count - text.count, 0)) + text
        }
        let all = time.milliseconds
        let (hours, minutes, seconds) = (all / 3_600_000, all / 60_000 % 60, all / 1000 % 60)
        return "\(digits(hours, 2)):\(digits(minutes, 2)):\(digits(seconds, 2)).\(digits(all % 1000, 3))"
    }
}
