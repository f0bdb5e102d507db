internal import CPostgres

/// The parameters of one execution of a statement, set one after another, in PostgreSQL's binary formats.
///
/// One object serves all executions of a connection, so that none allocates.
final class Parameter {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The lengths as libpq takes them; nil stands for NULL.
    private var lengths: [CInt?] = []

    /// The number of parameters set.
    var count: Int { ends.count }

    func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
    }

    func setNull() {
        ends.append(bytes.count)
        lengths.append(nil)
    }

    /// Sets a `bigint`: eight bytes, big-endian.
    func set(_ integer: Int64) {
        unsafe withUnsafeBytes(of: integer.bigEndian) { unsafe set($0) }
    }

    /// Sets a `boolean`: one byte.
    func set(_ flag: Bool) {
        unsafe withUnsafeBytes(of: flag ? UInt8(1) : 0) { unsafe set($0) }
    }

    func set(_ text: String) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        finish(from: start)
    }

    /// Sets a `bytea`, or the sixteen bytes of a `uuid`.
    @unsafe
    func set(_ value: UnsafeRawBufferPointer) {
        let start = bytes.count
        unsafe bytes.append(contentsOf: value)
        finish(from: start)
    }

    private func finish(from start: Int) {
        lengths.append(CInt(bytes.count - start))
        ends.append(bytes.count)
    }

    /// Calls `body` with the parameters as libpq takes them, valid during the call.
    @unsafe
    func withPointers<Result>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
        ) -> Result
    ) -> Result {
        // An empty value still needs a pointer: a null one would be NULL.
        if bytes.isEmpty { bytes.append(0) }
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { values in
                unsafe withUnsafeTemporaryAllocation(of: CInt.self, capacity: 2 * count) { numbers in
                    var start = 0
                    for index in 0..<count {
                        let value = unsafe lengths[index] == nil ? nil : base.map { $0 + start }
                        unsafe values.initializeElement(at: index, to: value)
                        unsafe numbers.initializeElement(at: index, to: lengths[index] ?? 0)
                        unsafe numbers.initializeElement(at: count + index, to: 1)
                        start = ends[index]
                    }
                    guard count > 0 else { return body(nil, nil, nil) }
                    let first = unsafe UnsafePointer(numbers.baseAddress)
                    return body(UnsafePointer(values.baseAddress), first, first.map { $0 + count })
                }
            }
        }
    }
}
