/// Comparison in a time that does not depend on where two values differ.
public enum ConstantTime {
    /// Whether both hold the same bytes; only a difference in length returns early.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { right in equal(left, right) } }
    }

    static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else { return left.isEmpty }
        return Backend.equal(leftBytes, rightBytes, count: left.count)
    }
}
