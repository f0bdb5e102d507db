/// Takes an input apart: some bytes decide, the rest is what is read.
struct FuzzInput {
    private(set) var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
    }

    /// The next byte; 0 where nothing is left.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// The next byte as a choice among `count` things.
    mutating func choice(of count: Int) -> Int { Int(byte()) % count }

    /// The next eight bytes as a number in `range`.
    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        let bits = (0..<8).reduce(UInt64(0)) { value, _ in value << 8 | UInt64(byte()) }
        let width = UInt64(range.upperBound &- range.lowerBound)
        return range.lowerBound &+ Int64(truncatingIfNeeded: width == .max ? bits : bits % (width + 1))
    }

    /// All that is left, as text.
    var text: String { String(decoding: rest, as: UTF8.self) }
}
