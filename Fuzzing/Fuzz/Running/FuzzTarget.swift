/// One reader that is fed whatever libFuzzer thinks up, and what has to hold of what it makes of it.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder of its corpus.
    let name: String
    /// Feeds it one input; returns, or traps.
    let feed: @Sendable ([UInt8]) -> Void

    /// All of them.
    static let all: [FuzzTarget] = [
        .json, .push, .wire, .envelope, .pairing, .time, .recurrence, .zone, .events, .policy, .scenario, .gateway,
        .report, .frames,
    ]
}

/// Traps with `explanation` unless `condition` holds, so that libFuzzer keeps the input.
func require(
    _ condition: Bool,
    _ explanation: @autoclosure () -> String,
    file: StaticString = #fileID,
    line: UInt = #line
) {
    guard condition else { fatalError("does not hold: \(explanation())", file: file, line: line) }
}
