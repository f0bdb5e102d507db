/// Reads a TZif file (RFC 9636, section 3) from front to back, checking every bound.
///
/// Later versions than 4 are read as 4, and what follows the footer is skipped: versions add to the format, and a new one
/// must not silence every alarm.
struct TZifReader {
    /// The contents of a file: the transitions up to some time, and a rule for the time after.
    struct Contents {
        var block: Block
        var footer: FooterRule?
    }

    /// A data block: `types[kinds[i]]` is in use from `times[i]` on, and `types[0]` before the first.
    struct Block {
        var times: [Int64] = []
        var kinds: [Int] = []
        var types: [ZoneOffset] = []
    }

    private struct Header {
        var version: UInt8
        var utIndicators: Int
        var standardIndicators: Int
        var leapSeconds: Int
        var transitions: Int
        var types: Int
        var designationBytes: Int

        /// The length of the data block, given the width of a time.
        func blockLength(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + types * 6 + designationBytes + leapSeconds * (timeSize + 4)
                + standardIndicators + utIndicators
        }
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Reads the whole file: the 64-bit block and the footer, or the 32-bit block of a version 1 file.
    mutating func contents() throws(TZifError) -> Contents {
        let header = try header()
        guard header.version != 0 else {
            return Contents(block: try block(header, timeSize: 4), footer: nil)
        }
        // Each count fits in 32 bits, so that the sum fits in 64.
        _ = try take(header.blockLength(timeSize: 4), of: "32-bit data")
        let second = try self.header()
        guard second.version == header.version else { throw .versionsDiffer }
        let block = try block(second, timeSize: 8)
        return Contents(block: block, footer: try footer(extended: header.version >= UInt8(ascii: "3")))
    }

    private mutating func header() throws(TZifError) -> Header {
        guard rest.starts(with: "TZif".utf8) else { throw .notTZif }
        _ = try take(4, of: "header")
        let version = try byte(of: "header")
        guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(version) else {
            throw .unknownVersion(version)
        }
        _ = try take(15, of: "header")
        return Header(
            version: version,
            utIndicators: try count(),
            standardIndicators: try count(),
            leapSeconds: try count(),
            transitions: try count(),
            types: try count(),
            designationBytes: try count()
        )
    }

    private mutating func block(_ header: Header, timeSize: Int) throws(TZifError) -> Block {
        guard header.types > 0 else { throw .invalidCount("local time types") }
        guard header.designationBytes > 0 else { throw .invalidCount("abbreviation bytes") }
        guard [0, header.types].contains(header.utIndicators) else { throw .invalidCount("UT indicators") }
        guard [0, header.types].contains(header.standardIndicators) else { throw .invalidCount("standard indicators") }
        guard header.leapSeconds == 0 else { throw .leapSeconds }
        // Checked before anything is allocated, so that the counts of a hostile file cost nothing.
        guard header.blockLength(timeSize: timeSize) <= rest.count else { throw .truncated("data") }
        var block = Block()
        block.times = try times(header.transitions, size: timeSize)
        block.kinds = try kinds(header.transitions, typeCount: header.types)
        let types = try take(header.types * 6, of: "local time types")
        let designations = try take(header.designationBytes, of: "abbreviations")
        block.types = try TZifReader.localTimeTypes(types, designations: designations)
        let standard = try take(header.standardIndicators, of: "standard indicators")
        let universal = try take(header.utIndicators, of: "UT indicators")
        try TZifReader.check(standard: Array(standard), universal: Array(universal))
        return block
    }

    private mutating func times(_ count: Int, size: Int) throws(TZifError) -> [Int64] {
        var times: [Int64] = []
        times.reserveCapacity(count)
        for index in 0..<count {
            let bits = try bigEndian(size, of: "transition times")
            let time = size == 8 ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
            if let last = times.last, time <= last { throw .unorderedTransitions(index: index) }
            times.append(time)
        }
        return times
    }

    private mutating func kinds(_ count: Int, typeCount: Int) throws(TZifError) -> [Int] {
        let kinds = try take(count, of: "transition types").map(Int.init)
        if let index = kinds.firstIndex(where: { $0 >= typeCount }) { throw .unknownType(index: index) }
        return kinds
    }

    private static func localTimeTypes(
        _ records: ArraySlice<UInt8>,
        designations: ArraySlice<UInt8>
    ) throws(TZifError) -> [ZoneOffset] {
        var reader = TZifReader(Array(records))
        var types: [ZoneOffset] = []
        for index in 0..<records.count / 6 {
            let bits = try reader.bigEndian(4, of: "local time types")
            let seconds = Int(Int32(truncatingIfNeeded: bits))
            guard ZoneOffset.allowed.contains(seconds) else { throw .offsetOutOfRange(seconds: seconds) }
            let flag = try reader.byte(of: "local time types")
            guard flag <= 1 else { throw .invalidFlag(index: index) }
            let designation = designations.dropFirst(Int(try reader.byte(of: "local time types")))
            guard let end = designation.firstIndex(of: 0), designation[..<end].allSatisfy({ $0 < 0x80 }) else {
                throw .invalidDesignation(index: index)
            }
            types.append(
                ZoneOffset(
                    secondsEast: seconds,
                    isDaylightSaving: flag == 1,
                    abbreviation: String(decoding: designation[..<end], as: UTF8.self)
                )
            )
        }
        return types
    }

    private static func check(standard: [UInt8], universal: [UInt8]) throws(TZifError) {
        if let index = standard.firstIndex(where: { $0 > 1 }) { throw .invalidFlag(index: index) }
        for (index, flag) in universal.enumerated() {
            let standardFlag = index < standard.count ? standard[index] : 0
            guard flag <= standardFlag else { throw .invalidFlag(index: index) }
        }
    }

    private mutating func footer(extended: Bool) throws(TZifError) -> FooterRule? {
        guard try byte(of: "footer") == UInt8(ascii: "\n"), let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw .truncated("footer")
        }
        let text = rest[..<end]
        guard !text.isEmpty else { return nil }
        guard let rule = FooterRule(text, extended: extended) else {
            throw .invalidFooter(String(decoding: text.prefix(80), as: UTF8.self))
        }
        return rule
    }

    private mutating func count() throws(TZifError) -> Int {
        Int(try bigEndian(4, of: "header"))
    }

    private mutating func byte(of part: String) throws(TZifError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated(part) }
        return byte
    }

    private mutating func bigEndian(_ size: Int, of part: String) throws(TZifError) -> UInt64 {
        try take(size, of: part).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func take(_ count: Int, of part: String) throws(TZifError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated(part) }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }
}
