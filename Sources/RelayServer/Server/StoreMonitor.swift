import AlarmCore
import Engine
import Logging
import ServiceLifecycle
import Storage

/// Ends the relay once its store can no longer write, so that its supervisor restarts it.
///
/// After a failed `fsync` only a restart can tell what is on the disk. A relay that went on would listen, look alive,
/// and ring nobody. Nor must one go on whose shared database was copied to another while it was stopped: a relay on that
/// rings the same alarms. A full disk does not end the relay, but is logged.
struct StoreMonitor: Service {
    /// The time between checks of the store.
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
                    if store.isShared { try await store.read { try $0.refuseCopied() } }
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
    /// Whether only a restart can help.
    fileprivate var isFinal: Bool {
        switch self {
        case .corrupt, .failed, .copied: true
        case .full, .locked, .readOnly, .newerVersion, .cannotOpen, .unavailable, .outcomeUnknown, .duplicate, .missing,
            .closed:
            false
        }
    }
}
