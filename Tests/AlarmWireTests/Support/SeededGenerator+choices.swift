import AlarmCore

extension SeededGenerator {
    mutating func chance(_ one: Int, in all: Int) -> Bool {
        Int.random(in: 0..<all, using: &self) < one
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// One of `choices`, which may not be empty.
    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &self)]
    }

    mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
        chance(1, in: 2) ? make(&self) : nil
    }
}
