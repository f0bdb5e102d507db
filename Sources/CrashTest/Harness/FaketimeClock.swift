import AlarmCore
import DeviceSimulator
import Foundation
import Synchronization

/// The computer's clock, set forward and back for a relay under libfaketime and for its phones and gateway alike.
///
/// The computer's own clock stays as it is, and so does its monotonic one.
final class BentClock: Sendable {
    private let file: URL
    private let offset = Mutex(Span.zero)

    /// Makes a clock that shows the true time; `file` is where the relay reads by how much it is wrong.
    init(file: URL) throws {
        self.file = file
        try set(to: .zero)
    }

    /// What the relay's command line begins with.
    ///
    /// The second `env` already runs under libfaketime, which adds a variable of its own to the environment of the first
    /// program it meets; it would do so to the relay, and Swift then finds no arguments (swiftlang/swift#76080).
    var prelude: String {
        """
        env 'LD_PRELOAD=\(Tool.faketime.path ?? "")' 'FAKETIME_TIMESTAMP_FILE=\(file.path)' FAKETIME_NO_CACHE=1 \
        FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1 env
        """
    }

    /// Removes what libfaketime leaves in shared memory for a process that was killed.
    static func clean(after process: pid_t) {
        for name in ["faketime_shm_\(process)", "sem.faketime_sem_\(process)"] {
            try? FileManager.default.removeItem(atPath: "/dev/shm/\(name)")
        }
    }

    /// The time by which phones and gateway live.
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

    /// The time that everybody sees.
    func now() -> Instant {
        PhoneClock.system.now() + offset.withLock { $0 }
    }

    /// Sets everybody's clock to so much more than the computer's, in whole seconds.
    func set(to span: Span) throws {
        let seconds = span.milliseconds / 1000
        try "\(seconds >= 0 ? "+" : "")\(seconds)\n".write(to: file, atomically: true, encoding: .utf8)
        offset.withLock { $0 = .seconds(seconds) }
    }
}
