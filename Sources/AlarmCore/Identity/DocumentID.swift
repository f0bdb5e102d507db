extension Identifier where Kind == DocumentKind {
    /// The name of the document about a thing that has a name already: it has the same bytes.
    public init<Other>(of other: Identifier<Other>) {
        self.init(high: other.high, low: other.low)
    }
}

extension Identifier {
    /// The name of the thing that a document is about, as ``Identifier/init(of:)`` took it.
    public init(_ document: DocumentID) {
        self.init(high: document.high, low: document.low)
    }
}
