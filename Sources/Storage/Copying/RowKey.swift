/// The key of a row among those of its table: the place behind which a walk over the table goes on.
///
/// Keys are ordered as bytes and numbers are, in every store: so a walk can begin in one process and end in another.
package struct RowKey: Hashable, Sendable {
    /// One column of a key.
    package enum Part: Hashable, Sendable {
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
    }

    package let parts: [Part]

    package init(_ parts: Part...) {
        self.parts = parts
    }
}

extension RowKey: Comparable {
    package static func < (left: RowKey, right: RowKey) -> Bool {
        for (one, other) in zip(left.parts, right.parts) where one != other { return one < other }
        return left.parts.count < right.parts.count
    }
}

extension RowKey.Part: Comparable {
    package static func < (left: RowKey.Part, right: RowKey.Part) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
        default: left.kind < right.kind
        }
    }

    fileprivate var kind: UInt8 {
        switch self {
        case .integer: 0
        case .text: 1
        case .bytes: 2
        }
    }
}

extension RowKey {
    /// The key as bytes, which ``init(encoded:)`` reads.
    package var encoded: [UInt8] {
        parts.flatMap { part in
            let bytes =
                switch part {
                case .integer(let number): bigEndian(UInt64(bitPattern: number))
                case .text(let text): Array(text.utf8)
                case .bytes(let bytes): bytes
                }
            return [part.kind] + bigEndian(UInt64(bytes.count)) + bytes
        }
    }

    /// Reads a key from its bytes; nil for bytes that ``encoded`` has not written.
    package init?(encoded: [UInt8]) {
        var parts: [Part] = []
        var rest = encoded[...]
        while let kind = rest.popFirst() {
            guard rest.count >= 8, let count = Int(exactly: number(rest.prefix(8))) else { return nil }
            rest = rest.dropFirst(8)
            guard rest.count >= count else { return nil }
            let bytes = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            switch kind {
            case 0 where count == 8: parts.append(.integer(Int64(bitPattern: number(bytes[...]))))
            case 1: parts.append(.text(String(decoding: bytes, as: UTF8.self)))
            case 2: parts.append(.bytes(bytes))
            default: return nil
            }
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }
}

/// The eight bytes of a number, the highest first.
func bigEndian(_ number: UInt64) -> [UInt8] {
    stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
}
