extension GatewaySimulator {
    /// Returns the pushes that reach the device with this token from now on, in order, as a phone would see them.
    ///
    /// Subscribe before the push is sent: pushes delivered earlier are only in the log.
    public func pushes(to token: String) -> AsyncStream<ReceivedPush> {
        subscribe(token: token.lowercased())
    }

    /// Returns every request that the gateway receives from now on, in order, with its answer.
    public func receivedPushes() -> AsyncStream<ReceivedPush> {
        subscribe(token: nil)
    }

    /// The newest requests, oldest first, up to the configured number.
    public var log: [ReceivedPush] { withState(\.log.pushes) }

    /// Number of requests recorded since the start, including those no longer kept.
    public var recordedCount: Int { withState(\.log.total) }

    /// Forgets the requests recorded so far.
    public func clearLog() {
        withState { $0.log.removeAll() }
    }

    /// The log as JSON lines, each with a line break at its end.
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
