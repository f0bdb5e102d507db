import AlarmCore
import Engine
import Logging
import ServiceLifecycle

/// Takes up new time zone data while the relay runs, so that a change of the law needs no restart.
struct ZoneWatch: Service {
    let zones: ZoneDirectory
    let clock: any RelayClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await clock.sleep(until: clock.now() + ZoneDirectory.refreshInterval)) != nil {
                let changed = zones.refresh(at: clock.now())
                if !changed.isEmpty {
                    logger.notice(
                        "new time zone data",
                        metadata: [
                            "tzdata": "\(zones.status.version ?? "unknown")",
                            "zones": "\(changed.sorted().joined(separator: " "))",
                        ]
                    )
                }
            }
        }
    }
}
