import AlarmCore

/// Log of a run, line by line, and a hash by which two runs are compared.
///
/// The hash covers every pick, and the time of every event and line, whether or not lines are kept.
struct RunLog {
    /// How much of the log is kept.
    enum Keeping {
        /// Nothing: hardly any run is looked at, and one that broke a promise is made once more.
        case nothing
        /// The last lines.
        case end
        case all
    }

    /// Number of lines kept unless all are asked for.
    private static let tail = 40

    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    private let keeping: Keeping

    init(keeping: Keeping) {
        self.keeping = keeping
    }

    /// The last lines, oldest first.
    var lastLines: [String] { keeping == .all ? lines : Array(lines.suffix(Self.tail)) }

    mutating func add(_ line: @autoclosure () -> String, at time: Span) {
        mix(UInt64(bitPattern: time.milliseconds))
        guard keeping != .nothing else { return }
        lines.append("\(Self.text(time)) \(line())")
        if keeping == .end, lines.count >= 4 * Self.tail { lines.removeFirst(lines.count - Self.tail) }
    }

    /// Mixes a number into the hash, as the finaliser of SplitMix64 does.
    mutating func mix(_ number: UInt64) {
        var mixed = (hash ^ number) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        hash = mixed ^ (mixed >> 31)
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
