extension Identifier where Kind == CircleKind {
    /// The circle that a pair is: it has the pair's bytes.
    public init(_ pair: PairID) {
        self.init(high: pair.high, low: pair.low)
    }

    /// The circle of a person's own devices: it has the person's bytes.
    public init(own person: PersonID) {
        self.init(high: person.high, low: person.low)
    }
}
