import AlarmCore

/// A fault's result as it is printed for programs.
struct FaultDocument: Encodable {
    let fault: String
    let skipped: String?
    let isClean: Bool
    let rounds: Int
    let accepted: Int
    let rung: Int
    let late: Int
    let latestMilliseconds: Int64
    let takeOverMilliseconds: Int64?
    let repeated: Int
    let underWay: Int
    let early: Int
    let doubled: Int
    let rungAfterEnd: Int
    let lost: Int
    let seconds: Double
    let notes: [String]
    let broken: [String]

    init(name: String, _ result: FaultResult) {
        let verdict = result.verdict
        fault = name
        skipped = result.skipped
        isClean = result.isClean
        rounds = result.rounds
        accepted = verdict.accepted
        rung = verdict.rung
        late = verdict.late
        latestMilliseconds = verdict.latest.milliseconds
        takeOverMilliseconds = verdict.takeOver?.milliseconds
        repeated = verdict.repeated
        underWay = verdict.underWay
        early = verdict.early
        doubled = verdict.doubled
        rungAfterEnd = verdict.afterEnd
        lost = verdict.lost
        seconds = result.seconds
        notes = result.notes
        broken = result.failures + verdict.violations
    }
}
