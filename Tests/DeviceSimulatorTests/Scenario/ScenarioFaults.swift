/// What can be wrong with a scenario's file, and what its author is told.
enum ScenarioFaults {
    /// A change to the sample, and the message that it leads to.
    struct Fault: Sendable, CustomStringConvertible {
        let good: String
        let bad: String
        let message: String

        init(_ good: String, _ bad: String, _ message: String) {
            self.good = good
            self.bad = bad
            self.message = message
        }

        var description: String { bad }
    }

    static let all = whole + phones + steps + sentences
}
