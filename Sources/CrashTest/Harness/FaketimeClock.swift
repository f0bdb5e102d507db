import AlarmCore
import DeviceSimulator
import Foundation
import Synchronization
import TestSupport

/// The computer's clock with an adjustable offset, for a relay under libfaketime and for its phones and gateway.
///
/// The computer's own clocks, wall and monotonic, stay unchanged.
final class FaketimeClock: Sendable {
    private let file: URL
    private let offset = Mutex(Span.zero)

    /// Creates a clock without an offset; the relay reads the offset from `file`.
    init(file: URL) throws {
        self.file = file
        try set(to: .zero)
    }

    /// Start of the relay's command line.
    ///
    /// The second `env` already runs under libfaketime, which adds a variable of its own to the environment of the
    /// first program it meets; otherwise it would do so to the relay, and Swift then finds no arguments
    /// (swiftlang/swift#76080).
    var prelude: String {
        """
        env 'LD_PRELOAD=\(Tool.faketime.isInstalled ? Tool.faketime.executable.path : "")' 'FAKETIME_TIMESTAMP_FILE=\(file.path)' FAKETIME_NO_CACHE=1 \
        FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1 env
        """
    }

    /// Removes the shared memory that libfaketime leaves for a killed process.
    static func clean(after process: pid_t) {
        for name in ["faketime_shm_\(process)", "sem.faketime_sem_\(process)"] {
            try? FileManager.default.removeItem(atPath: "/dev/shm/\(name)")
        }
    }

    /// The clock of phones and gateway.
    var phoneClock: PhoneClock {
        PhoneClock(
            now: { [self] in now() },
            sleep: { [self] end in
                while case let rest = end - now(), rest > .zero {
                    try await Task.sleep(for: .milliseconds(min(rest.milliseconds, 100)))
                }
            }
        )
    }

    /// Returns the time that everybody sees.
    func now() -> Instant {
        PhoneClock.system.now() + offset.withLock { $0 }
    }

    /// Sets everybody's clock to the computer's plus `span`, in whole seconds.
    func set(to span: Span) throws {
        let seconds = span.milliseconds / 1000
        try "\(seconds >= 0 ? "+" : "")\(seconds)\n".write(to: file, atomically: true, encoding: .utf8)
        offset.withLock { $0 = .seconds(seconds) }
    }
}
