import AlarmCore
import Engine
import ServiceLifecycle
import Storage

/// Ends the relay once its store takes nothing any more, so that whoever supervises it starts it anew.
///
/// After a failed `fsync` only a restart can tell what is on the disk. A relay that went on would listen, and look alive,
/// and ring nobody.
struct StoreWatch: Service {
    /// How often the store is tried.
    ///
    /// 5 s.
    static let pause = Span.seconds(5)

    let store: any Store
    let clock: any RelayClock

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while (try? await clock.sleep(until: clock.now() + Self.pause)) != nil {
                do {
                    // A transaction without a change costs no sync.
                    try await store.write { _ in }
                } catch let error as StoreError where error.isFinal {
                    throw error
                } catch {
                    // A full disk or a lock passes.
                }
            }
        }
    }
}

extension StoreError {
    /// Whether nothing but a new start can help.
    fileprivate var isFinal: Bool {
        switch self {
        case .corrupt, .failed: true
        case .full, .locked, .readOnly, .newerVersion, .cannotOpen, .duplicate, .missing, .closed: false
        }
    }
}
