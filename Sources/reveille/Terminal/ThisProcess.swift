import ArgumentParser
import Dispatch
import Foundation

/// Ctrl-C and SIGTERM, as something to wait for instead of the end of the process; as long as it lives.
final class Interruption {
    /// The number of each signal that comes.
    let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        sources = [SIGINT, SIGTERM].map { number in
            // Ignored as a signal, it is still seen as an event.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Does `body` in a task that Ctrl-C and SIGTERM cancel, so that it can clear away what it has begun.
    ///
    /// - Throws: what `body` throws; a `CommandFailure` once it has ended after a signal, with the exit code by which
    ///   shells know that.
    static func cancelling<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let interruption = Interruption()
        let doing = Task { try await body() }
        let listening = Task { [signals = interruption.signals] in
            let number = await signals.first { _ in true }
            if number != nil { doing.cancel() }
            return number
        }
        let result = await doing.result
        listening.cancel()
        let number = await listening.value
        withExtendedLifetime(interruption) {}
        if let number { throw CommandFailure("interrupted", exitCode: ExitCode(128 + number)) }
        return try result.get()
    }
}
