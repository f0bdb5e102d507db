import Storage

/// A promise that a store did not keep.
package struct ConformanceFailure: Error, CustomStringConvertible {
    /// Description of the broken promise.
    package let what: String
    /// Source location of the check.
    package let place: String

    package var description: String { "\(what) (\(place))" }
}

func expect(_ isKept: Bool, _ what: @autoclosure () -> String, file: String = #fileID, line: Int = #line) throws {
    guard isKept else { throw ConformanceFailure(what: what(), place: "\(file):\(line)") }
}

func expect<Value: Equatable>(
    _ found: Value,
    is expected: Value,
    _ what: @autoclosure () -> String,
    file: String = #fileID,
    line: Int = #line
) throws {
    try expect(found == expected, "\(what()): found \(found), expected \(expected)", file: file, line: line)
}

/// Expects that a write is refused with a certain kind of error.
func expectRefusal(
    _ what: String,
    by store: any Store,
    file: String = #fileID,
    line: Int = #line,
    as isExpected: @Sendable (StoreError) -> Bool,
    of body: @escaping @Sendable (any Transaction) throws -> Void
) async throws {
    do {
        try await store.write(body)
    } catch let error as StoreError where isExpected(error) {
        return
    } catch {
        throw ConformanceFailure(what: "\(what): threw \(error)", place: "\(file):\(line)")
    }
    throw ConformanceFailure(what: "\(what): threw nothing", place: "\(file):\(line)")
}

extension StoreError {
    var isDuplicate: Bool { if case .duplicate = self { true } else { false } }
    var isMissing: Bool { if case .missing = self { true } else { false } }
}
