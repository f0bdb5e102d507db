extension Span {
    private enum Unit: String, CaseIterable {
        case day = "d"
        case hour = "h"
        case minute = "m"
        case second = "s"
        case millisecond = "ms"

        var milliseconds: UInt64 {
            switch self {
            case .day: 86_400_000
            case .hour: 3_600_000
            case .minute: 60_000
            case .second: 1000
            case .millisecond: 1
            }
        }
    }

    /// Reads a span such as `90s`, `-24h`, `1h30m`, `250ms` or `2d`.
    ///
    /// An optional sign applies to the whole; then follow whole numbers with the units `d` (24 hours), `h`, `m`, `s`,
    /// `ms`, each at most once, the larger first.
    ///
    /// - Throws: what is wrong with the text, and where.
    public init(text: some StringProtocol) throws(SpanError) {
        let characters = Array(text.utf8)
        var index = 0
        let isNegative = characters.first == UInt8(ascii: "-")
        if isNegative || characters.first == UInt8(ascii: "+") { index += 1 }
        var total: UInt64 = 0
        var smallest: Unit?
        repeat {
            let number = try Span.number(in: characters, at: &index)
            let unitPosition = index + 1
            let unit = try Span.unit(in: characters, at: &index)
            if let smallest, smallest.milliseconds <= unit.milliseconds {
                throw .unitOutOfOrder(unit.rawValue, position: unitPosition)
            }
            smallest = unit
            let (product, productOverflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
            let (sum, sumOverflow) = total.addingReportingOverflow(product)
            guard !productOverflow, !sumOverflow else { throw .tooLong }
            total = sum
        } while index < characters.count
        guard let magnitude = Int64(exactly: total) else {
            guard isNegative, total == Int64.min.magnitude else { throw .tooLong }
            self.init(milliseconds: .min)
            return
        }
        self.init(milliseconds: isNegative ? -magnitude : magnitude)
    }

    private static func number(in characters: [UInt8], at index: inout Int) throws(SpanError) -> UInt64 {
        let start = index
        var value: UInt64 = 0
        while index < characters.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(characters[index]) {
            let (product, productOverflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = product.addingReportingOverflow(UInt64(characters[index] - UInt8(ascii: "0")))
            guard !productOverflow, !sumOverflow else { throw .tooLong }
            value = sum
            index += 1
        }
        guard index > start else { throw .expectedNumber(position: start + 1) }
        return value
    }

    private static func unit(in characters: [UInt8], at index: inout Int) throws(SpanError) -> Unit {
        let letters = characters[index...].prefix { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let unit = Unit(rawValue: String(decoding: letters, as: UTF8.self)) else {
            throw .expectedUnit(position: index + 1)
        }
        index = letters.endIndex
        return unit
    }
}

extension Span: CustomStringConvertible {
    /// The span as text that `init(text:)` reads back exactly: `90s`, `-24h`, `1h30m`, `250ms`, `2d`.
    ///
    /// Days are used only for two or more whole days, and minutes only for a whole number of them, as people write
    /// them.
    public var description: String {
        guard milliseconds != 0 else { return "0s" }
        var rest = milliseconds.magnitude
        var text = milliseconds < 0 ? "-" : ""
        for unit in Unit.allCases where isWritten(unit, for: milliseconds.magnitude) {
            let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.milliseconds)
            guard count > 0 else { continue }
            text += "\(count)\(unit.rawValue)"
            rest = remainder
        }
        return text
    }

    private func isWritten(_ unit: Unit, for magnitude: UInt64) -> Bool {
        switch unit {
        case .day: magnitude >= 2 * unit.milliseconds && magnitude.isMultiple(of: unit.milliseconds)
        case .minute: magnitude >= 2 * unit.milliseconds || magnitude == unit.milliseconds
        case .hour, .second, .millisecond: true
        }
    }
}
