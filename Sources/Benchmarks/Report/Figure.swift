/// One thing that was measured, with what it is to be.
struct Figure: Encodable {
    let name: String
    let value: Spread?
    let unit: String
    /// What it is to be; nil where nothing was promised.
    let bar: String?

    /// Sums up what the rounds gave.
    init(_ name: String, _ values: [Double], _ unit: String, bar: String? = nil) {
        self.name = name
        self.value = Spread(values.filter(\.isFinite))
        self.unit = unit
        self.bar = bar
    }
}
