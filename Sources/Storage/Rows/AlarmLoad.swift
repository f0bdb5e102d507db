/// How much one person asks of another through a pair.
package struct AlarmLoad: Hashable, Sendable {
    /// Alarms accepted since some time, ended ones included.
    package var recent: Int
    /// Alarms that have not ended.
    package var pending: Int

    package init(recent: Int, pending: Int) {
        self.recent = recent
        self.pending = pending
    }
}
