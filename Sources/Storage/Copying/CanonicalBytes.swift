import AlarmCore

/// Values one after another as bytes, each with its length, so that no two rows that differ have the same bytes.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    /// Appends bytes; nil is something else than none.
    mutating func add(_ value: [UInt8]?) {
        guard let value else { return bytes.append(0) }
        bytes.append(1)
        bytes += bigEndian(UInt64(value.count))
        bytes += value
    }

    mutating func add(_ text: String?) { add(text.map { Array($0.utf8) }) }
    mutating func add(_ number: Int64?) { add(number.map { bigEndian(UInt64(bitPattern: $0)) }) }
    mutating func add(_ number: Int) { add(Int64(number)) }
    mutating func add(_ flag: Bool) { add([flag ? 1 : 0]) }
    mutating func add(_ instant: Instant?) { add(instant?.milliseconds) }
    mutating func add(_ span: Span?) { add(span?.milliseconds) }
    mutating func add<Tag>(_ id: Identifier<Tag>?) { add(id?.bytes) }
    mutating func add<Name: RawRepresentable<String>>(_ name: Name?) { add(name?.rawValue) }
}
