extension GatewaySimulator {
    /// What reaches the device with this token from now on, in order: what a phone would see.
    ///
    /// Subscribe before the push is sent: what was delivered while nobody listened is only in the log.
    public func pushes(to token: String) -> AsyncStream<ReceivedPush> {
        subscribe(token: token.lowercased())
    }

    /// Every request that the gateway receives from now on, in order, with what was answered.
    public func receivedPushes() -> AsyncStream<ReceivedPush> {
        subscribe(token: nil)
    }

    /// The newest requests, oldest first: as many as the configuration keeps.
    public var log: [ReceivedPush] { withState(\.log.pushes) }

    /// How many requests were recorded since the start, forgotten ones included.
    public var recordedCount: Int { withState(\.log.total) }

    /// Forgets the requests recorded so far.
    public func clearLog() {
        withState { $0.log.removeAll() }
    }

    /// The log as JSON lines, each with its line's end.
    public var jsonLines: String {
        log.map { $0.jsonLine + "\n" }.joined()
    }

    private func subscribe(token: String?) -> AsyncStream<ReceivedPush> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedPush.self)
        let number = withState { $0.subscribers.add(continuation, token: token) }
        continuation.onTermination = { [weak self] _ in
            self?.withState { $0.subscribers.remove(number, token: token) }
        }
        return stream
    }
}
