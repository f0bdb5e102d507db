import Engine
import ServiceLifecycle

/// Lets everybody know that the relay has been told to end, as the first of all services to learn it.
struct StopSign: Service {
    let vitals: Vitals

    func run() async throws {
        try? await gracefulShutdown()
        vitals.stop()
    }
}
