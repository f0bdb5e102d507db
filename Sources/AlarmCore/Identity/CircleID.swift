extension Identifier where Kind == CircleKind {
    /// The circle of a person's own devices: it has the person's bytes.
    public init(own person: PersonID) {
        self.init(high: person.high, low: person.low)
    }
}
