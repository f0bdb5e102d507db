/// Subscribers to pushes as they arrive: virtual phones by their token, observers for all of them.
struct Subscribers {
    typealias Continuation = AsyncStream<ReceivedPush>.Continuation

    private var phones: [String: [Int: Continuation]] = [:]
    private var observers: [Int: Continuation] = [:]
    private var nextNumber = 0

    mutating func add(_ continuation: Continuation, token: String?) -> Int {
        nextNumber += 1
        if let token {
            phones[token, default: [:]][nextNumber] = continuation
        } else {
            observers[nextNumber] = continuation
        }
        return nextNumber
    }

    mutating func remove(_ number: Int, token: String?) {
        guard let token else {
            observers[number] = nil
            return
        }
        phones[token]?[number] = nil
        if phones[token]?.isEmpty == true {
            phones[token] = nil
        }
    }

    /// Removes all subscribers; the caller finishes them outside the lock, because finishing calls back.
    mutating func removeAll() -> [Continuation] {
        let all = phones.values.flatMap(\.values) + observers.values
        phones = [:]
        observers = [:]
        return all
    }

    /// Passes on a push that a device received.
    func deliver(_ push: ReceivedPush, to token: String) {
        guard !phones.isEmpty, let continuations = phones[token] else { return }
        for continuation in continuations.values {
            continuation.yield(push)
        }
    }

    /// Passes on a request that the gateway received.
    func announce(_ push: ReceivedPush) {
        for continuation in observers.values {
            continuation.yield(push)
        }
    }
}
