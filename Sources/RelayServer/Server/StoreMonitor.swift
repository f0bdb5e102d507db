import AlarmCore
import Engine
import Logging
import ServiceLifecycle
import Storage

/// Ends the relay once its store takes nothing any more, so that whoever supervises it starts it anew.
///
/// After a failed `fsync` only a restart can tell what is on the disk. A relay that went on would listen, and look alive,
/// and ring nobody. A full disk is no reason to end, but one to say so.
struct StoreWatch: Service {
    /// How often the store is tried.
    ///
    /// 5 s.
    static let pause = Span.seconds(5)

    let store: any Store
    let clock: any RelayClock
    var logger = Logger(label: "reveille.store") { _ in SwiftLogNoOpLogHandler() }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var wasShort = false
            while (try? await clock.sleep(until: clock.now() + Self.pause)) != nil {
                do {
                    // A transaction without a change costs no sync.
                    try await store.write { _ in }
                } catch let error as StoreError where error.isFinal {
                    throw error
                } catch {
                    // A full disk or a lock passes.
                }
                guard store.isShortOfSpace != wasShort else { continue }
                wasShort.toggle()
                if wasShort {
                    logger.error("the disk is full: new alarms are refused, stored ones ring; free some space")
                } else {
                    logger.notice("the disk has room again: new alarms are taken")
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
