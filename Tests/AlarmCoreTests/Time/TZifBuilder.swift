import AlarmCore

/// Builds valid and invalid TZif files (RFC 9636, section 3).
struct TZifBuilder {
    struct LocalTimeType {
        var seconds: Int32
        var isDaylightSaving: UInt8 = 0
        var abbreviationIndex: UInt8 = 0
    }

    var version: UInt8 = UInt8(ascii: "3")
    var times: [Int64] = []
    var kinds: [UInt8] = []
    var types = [LocalTimeType(seconds: 0)]
    var abbreviations = Array("UTC\0".utf8)
    var leapSeconds = 0
    var standardIndicators: [UInt8] = []
    var utIndicators: [UInt8] = []
    var footer = "UTC0"

    /// A file with only a footer, which then holds for all time.
    static func footer(_ text: String, version: Unicode.Scalar = "3") -> [UInt8] {
        TZifBuilder(version: UInt8(ascii: version), footer: text).bytes
    }

    var bytes: [UInt8] {
        guard version != 0 else { return block(timeSize: 4) }
        // The 32-bit block may be all but empty (RFC 9636, section 4).
        var legacy = TZifBuilder()
        legacy.version = version
        return legacy.block(timeSize: 4) + block(timeSize: 8) + Array("\n\(footer)\n".utf8)
    }

    private func block(timeSize: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [
            utIndicators.count, standardIndicators.count, leapSeconds, times.count, types.count, abbreviations.count,
        ] {
            bytes += bigEndian(Int64(count), size: 4)
        }
        for time in times { bytes += bigEndian(time, size: timeSize) }
        bytes += kinds
        for type in types {
            bytes += bigEndian(Int64(type.seconds), size: 4) + [type.isDaylightSaving, type.abbreviationIndex]
        }
        bytes += abbreviations
        bytes += [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
        return bytes + standardIndicators + utIndicators
    }

    private func bigEndian(_ value: Int64, size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> Int64($0 * 8)) }
    }
}
