internal import AlarmCore
internal import Storage

/// A value that a parameter holds many of.
protocol ArrayElement {
    /// The object identifier of the type (`pg_type.dat`).
    static var typeID: UInt32 { get }
    /// The value in PostgreSQL's binary format.
    var binary: [UInt8] { get }
}

/// Values of one type, as an array in PostgreSQL's binary format (`array_recv`).
struct ColumnArray: Column {
    private let bytes: [UInt8]

    init<Element: ArrayElement>(_ elements: some Collection<Element>) {
        // The number of dimensions, whether there are NULLs, and the elements' type.
        var bytes = Self.word(elements.isEmpty ? 0 : 1) + Self.word(0) + Self.word(Element.typeID)
        if !elements.isEmpty { bytes += Self.word(UInt32(elements.count)) + Self.word(1) }
        for element in elements {
            let binary = element.binary
            bytes += Self.word(UInt32(binary.count))
            bytes += binary
        }
        self.bytes = bytes
    }

    func bind(to parameter: Parameter) { bytes.bind(to: parameter) }

    // No table has a column of arrays.
    init?(_ field: Field) { return nil }

    private static func word(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension Identifier: ArrayElement {
    static var typeID: UInt32 { 2950 }
    var binary: [UInt8] { bytes }
}

extension Int64: ArrayElement {
    static var typeID: UInt32 { 20 }
    var binary: [UInt8] { stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) } }
}

extension AlarmKey: ArrayElement {
    static var typeID: UInt32 { Int64.typeID }
    var binary: [UInt8] { number.binary }
}

extension [UInt8]: ArrayElement {
    static var typeID: UInt32 { 17 }
    var binary: [UInt8] { self }
}

extension String: ArrayElement {
    static var typeID: UInt32 { 25 }
    var binary: [UInt8] { Array(utf8) }
}

extension Document.Kind: ArrayElement {
    static var typeID: UInt32 { String.typeID }
    var binary: [UInt8] { rawValue.binary }
}
