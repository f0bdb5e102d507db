internal import Synchronization

/// The buffer between libcurl, which pushes, and a reader, which pulls.
final class StreamBuffer: Sendable {
    fileprivate struct State {
        var head: HTTPResponseHead?
        var chunks: [[UInt8]] = []
        var byteCount = 0
        var isPaused = false
        var end: Result<Void, CurlError>?
        var headWaiter: CheckedContinuation<Result<HTTPResponseHead, CurlError>, Never>?
        var chunkWaiter: CheckedContinuation<Result<[UInt8]?, CurlError>, Never>?
    }

    let id: UInt64
    private let limit: Int
    private let inbox: Inbox
    private let state = Mutex(State())

    init(id: UInt64, limit: Int, inbox: Inbox) {
        self.id = id
        self.limit = max(1, limit)
        self.inbox = inbox
    }

    // MARK: The loop's side

    /// Reports that the head has arrived.
    func announce(_ head: HTTPResponseHead) {
        let waiter = state.withLock { state in
            state.head = head
            return state.headWaiter.take()
        }
        waiter?.resume(returning: .success(head))
    }

    /// Offers a part of the body; false when the reader has to catch up first.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, waiter) = state.withLock { state in
            guard state.byteCount < limit else {
                state.isPaused = true
                return (false, nil as CheckedContinuation<Result<[UInt8]?, CurlError>, Never>?)
            }
            if let waiter = state.chunkWaiter.take() { return (true, waiter) }
            state.chunks.append(Array(bytes))
            state.byteCount += bytes.count
            return (true, nil)
        }
        waiter?.resume(returning: .success(Array(bytes)))
        return isTaken
    }

    /// Reports that nothing will follow.
    func finish(_ error: CurlError?) {
        let end: Result<Void, CurlError> = error.map { .failure($0) } ?? .success(())
        let (headWaiter, chunkWaiter) = state.withLock { state in
            if state.end == nil { state.end = end }
            return (state.headWaiter.take(), state.chunkWaiter.take())
        }
        headWaiter?.resume(returning: .failure(error ?? .interrupted("the response has no head")))
        chunkWaiter?.resume(returning: end.map { nil })
    }

    // MARK: The reader's side

    /// Waits for the head.
    func head() async throws(CurlError) -> HTTPResponseHead {
        try await cancellable { buffer, continuation in
            let known: Result<HTTPResponseHead, CurlError>? = buffer.state.withLock { state in
                if let head = state.head { return .success(head) }
                switch state.end {
                case .failure(let error): return .failure(error)
                case .success: return .failure(.interrupted("the response has no head"))
                case nil:
                    state.headWaiter = continuation
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Waits for the bytes that have arrived since the last call; nil at the end.
    func next() async throws(CurlError) -> [UInt8]? {
        try await cancellable { buffer, continuation in
            let (known, wasPaused) = buffer.state.withLock { state in
                state.takeChunks(orWait: continuation)
            }
            if wasPaused { _ = buffer.inbox.post(.resume(buffer.id)) }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Ends the transfer; no effect once it has ended.
    func cancel() { _ = inbox.post(.cancel(id)) }

    private func cancellable<Value: Sendable>(
        _ body: (StreamBuffer, CheckedContinuation<Result<Value, CurlError>, Never>) -> Void
    ) async throws(CurlError) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                body(self, continuation)
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }
}

extension StreamBuffer.State {
    /// Takes the available chunks, or leaves the continuation to wait; also returns whether the peer is being made to
    /// wait.
    fileprivate mutating func takeChunks(
        orWait continuation: CheckedContinuation<Result<[UInt8]?, CurlError>, Never>
    ) -> (known: Result<[UInt8]?, CurlError>?, wasPaused: Bool) {
        if !chunks.isEmpty {
            let taken = chunks.count == 1 ? chunks[0] : Array(chunks.joined())
            chunks.removeAll()
            byteCount = 0
            defer { isPaused = false }
            return (.success(taken), isPaused)
        }
        if let end { return (end.map { nil }, false) }
        chunkWaiter = continuation
        return (nil, false)
    }
}
