internal import Synchronization

/// Chooses, of the many transactions of a copy, those that are worth a line.
package final class CopySteps: Sendable {
    private let step: Int
    /// The number of rows that was told last; nil before the first transaction.
    private let last = Mutex<Int?>(nil)

    /// Tells of every `step` rows.
    package init(every step: Int) {
        self.step = step
    }

    /// The line for a copy that has brought so many rows; nil for one that needs none.
    package func line(for rows: Int) -> String? {
        last.withLock { last in
            guard let former = last else {
                last = rows
                return rows > 0 ? "An earlier run has copied \(rows) rows; going on behind them." : nil
            }
            guard rows / step > former / step else { return nil }
            last = rows
            return "\(rows) rows are copied."
        }
    }
}
