internal import Synchronization

/// What an operator is told of a store's server.
package enum PostgresNotice: Sendable, Hashable, CustomStringConvertible {
    /// There is no connection, for this reason; it is tried again.
    case isAway(String, String)
    /// There is a connection again.
    case isBack(String)

    package var description: String {
        switch self {
        case .isAway(let path, let reason): "the database \(path) is away, and is looked for: \(reason)"
        case .isBack(let path): "the database \(path) is there"
        }
    }
}

/// Passes a store's notices on, each once while nothing changes.
final class NoticeBoard: Sendable {
    private let last = Mutex<PostgresNotice?>(nil)
    private let observer: @Sendable (PostgresNotice) -> Void

    init(_ observer: @escaping @Sendable (PostgresNotice) -> Void) {
        self.observer = observer
    }

    func post(_ notice: PostgresNotice) {
        let isNew = last.withLock { last in
            let isSame =
                switch (last, notice) {
                case (.isAway?, .isAway), (.isBack?, .isBack), (nil, .isBack): true
                default: false
                }
            if !isSame { last = notice }
            return !isSame
        }
        if isNew { observer(notice) }
    }
}
