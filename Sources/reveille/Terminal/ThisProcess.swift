import ArgumentParser
import Dispatch
import Foundation

/// Turns Ctrl-C, SIGTERM and the end of the terminal into a stream instead of the end of the process, while this object
/// lives.
///
/// A process that was started to outlive its terminal, as by `nohup`, does.
final class Interruption {
    /// The number of each signal received.
    let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        let numbers = [SIGINT, SIGTERM] + (Self.ignores(SIGHUP) ? [] : [SIGHUP])
        sources = numbers.map { number in
            // An ignored signal is still seen by the event source.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Whether whoever started this process has it ignore a signal.
    private static func ignores(_ number: Int32) -> Bool {
        guard let former = signal(number, SIG_IGN) else {
            signal(number, SIG_DFL)
            return false
        }
        signal(number, former)
        return true
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Runs `body` in a task that these signals cancel, so that it can clean up.
    ///
    /// - Throws: the error of `body`; after a signal, once `body` has ended, a `CommandFailure` with the exit code by
    ///   which
    ///   shells recognise the signal.
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

/// This program, which a simulation also runs as its relay.
enum ThisProgram {
    /// Returns the path of the executable.
    ///
    /// - Throws: a ``CommandFailure`` where the system does not provide the path.
    static func executable() throws -> URL {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw CommandFailure("/proc/self/exe cannot be read, so this program cannot start itself as the relay")
        }
        return URL(fileURLWithPath: path)
    }
}
