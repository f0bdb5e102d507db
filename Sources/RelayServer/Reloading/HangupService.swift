import ServiceLifecycle
import UnixSignals

/// Has settings read again whenever the process receives SIGHUP, the sign for it among servers.
struct HangupService: Service {
    private let signals: UnixSignalsSequence
    private let reload: @Sendable () -> Void

    /// Traps the signal, which from now on ends the process no more.
    init(reload: @escaping @Sendable () -> Void) async {
        signals = await UnixSignalsSequence(trapping: .sighup)
        self.reload = reload
    }

    func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() { reload() }
    }
}
