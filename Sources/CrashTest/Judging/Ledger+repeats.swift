import AlarmCore

extension Ledger {
    /// Whether a push may repeat an earlier one of the same name, because what became of the earlier one was unknown.
    ///
    /// That is so where the relay that had sent the earlier one was killed before the repeat, or could not record its
    /// outcome; and where the later one was sent before its relay was stopped, and arrived after another had taken over.
    func isUnknown(outcomeOf earlier: Push, before later: Push) -> Bool {
        kills.contains { $0.ended(earlier, before: later) }
            || interruptions.contains { interruption in
                interruption.concerns(earlier.node) && interruption.leftOpen(sentAt: earlier.at, before: later.at)
                    || interruption.concerns(later.node) && interruption.released(at: later.at)
                        && interruption.start <= earlier.at
            }
    }

    /// Whether a push that arrived after its alarm's end had been confirmed was sent before that.
    ///
    /// That is so where its relay had been killed by then, or had been stopped.
    func wasUnderWay(_ push: Push, at end: Instant) -> Bool {
        kills.contains { $0.concerns(push.node) && $0.at <= end && push.connection <= $0.connections }
            || interruptions.contains { $0.concerns(push.node) && $0.start <= end && $0.released(at: push.at) }
    }
}

extension Ledger.Kill {
    /// Whether it befell this node.
    func concerns(_ number: Int) -> Bool { node == nil || node == number }

    /// Whether it ended the life that had sent `earlier`, before `later` was sent by another.
    func ended(_ earlier: Ledger.Push, before later: Ledger.Push) -> Bool {
        guard concerns(earlier.node), earlier.connection <= connections else { return false }
        // Connections tell the lives of one node apart, and say nothing of another's.
        return later.node == earlier.node ? connections < later.connection : at <= later.at
    }
}
