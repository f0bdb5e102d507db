/// How a batch is tried: each failure leads to a more careful way.
struct Approach: Hashable {
    /// Whether a savepoint lies round each body, so that one that fails is undone alone.
    var isApart = false
    /// Whether a body that begins with a claim may be one, which is not serialisable.
    var mayClaim = true
    /// How often it met another transaction.
    var conflicts = 0

    /// Conflicts after which a batch runs while no other does.
    static let patience = 4

    /// Conflicts after which it is given up: something outside holds what it needs.
    static let limit = 50

    /// Whether no other transaction may run meanwhile.
    var isAlone: Bool { conflicts >= Self.patience }

    /// The statements by which its transaction begins, before it sees anything.
    var opening: [Statement] {
        [.beginSerializable, isAlone ? .enterAlone : .enterTogether]
    }
}
