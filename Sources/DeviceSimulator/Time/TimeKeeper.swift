package import AlarmCore
import Engine
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Advances time in a simulation: for phones and gateway in this process, and for relays in processes of their own.
///
/// Time stands still while anything is busy. Once everything waits, it jumps to the next instant for which something
/// waits. So a day passes in seconds, and nothing is ever late because the machine is slow. Only while a client waits
/// for an answer that does not come does time keep pace with real time.
package final class TimeKeeper: Sendable {
    /// Why time cannot advance.
    package enum Failure: Error, CustomStringConvertible {
        /// A process or thread was busy for too long, or did not show the new time.
        case restless(String)

        package var description: String {
            switch self {
            case .restless(let who): "the simulation does not come to rest: \(who)"
            }
        }
    }

    /// Longest real duration of one simulated moment; in it a relay may open databases, sign and sync.
    private static let patience = Duration.seconds(60)
    /// Interval between two checks for busy threads, in microseconds.
    private static let glance: UInt32 = 200
    /// Interval between two checks for processes that do not show the new time, in microseconds; they answer at once.
    private static let blink: UInt32 = 20

    private let time: ManualTime
    private let links: TimeKeeperConnections
    private let flow = TimeFlow()
    private let companions = Mutex<[Int32]>([])

    /// The present simulated time.
    package var now: Instant { time.now }

    /// The clock of the phones.
    package var phoneClock: PhoneClock {
        PhoneClock(now: { [time] in time.now }, sleep: { [time] in try await time.sleep(until: $0) })
    }

    /// Environment variables by which a relay's process follows this time.
    package var environment: [String: String] {
        ["REVEILLE_SIMULATED_CLOCK": "127.0.0.1:\(links.port)"]
    }

    private init(time: ManualTime, links: TimeKeeperConnections) {
        self.time = time
        self.links = links
    }

    /// Creates a keeper whose time stands at `start`; end it with ``stop()``.
    package static func start(at start: Instant) async throws -> TimeKeeper {
        let time = ManualTime(at: start)
        return TimeKeeper(time: time, links: try await TimeKeeperConnections.listen(now: { time.now }))
    }

    /// Lets time keep pace with real time while `condition` holds, such as while a gateway holds an answer back.
    package func flow(while condition: @escaping @Sendable () -> Bool) {
        flow.begin(while: condition)
    }

    /// Also stops time while a process is busy that does not follow this time, such as a mail server.
    package func watch(process: Int32) {
        companions.withLock { $0.append(process) }
    }

    /// Advances time to `end`, and lets everything happen that is due at that instant.
    ///
    /// - Parameters:
    ///   - end: the instant.
    ///   - pauses: called after every instant at which anything happened; returns whether time stops there.
    /// - Throws: ``Failure``, or `CancellationError`.
    package func run(until end: Instant, pausing pauses: @escaping @Sendable () -> Bool = { false }) async throws {
        try await onThread { checkCancellation in
            try self.rest(checkCancellation)
            while self.now < end {
                try self.pass(to: self.nextInstant(before: end))
                try self.rest(checkCancellation)
                if pauses() { return }
            }
        }
    }

    /// Lets everything that is under way finish, without advancing time.
    ///
    /// - Throws: ``Failure``, or `CancellationError`.
    package func waitUntilIdle() async throws {
        try await onThread { try self.rest($0) }
    }

    /// Ends the keeper; relays that follow its time end too.
    package func stop() async {
        await links.close()
    }

    /// Returns the next time: that of the next event, limited to `end` and, while time flows, to real time.
    private func nextInstant(before end: Instant) -> Instant {
        let next = max(min([time.earliest, links.earliest].compactMap(\.self).min() ?? end, end), now)
        // A client waits for an answer, so that a limit counted in real time may come next.
        return flow.advance(from: now).map { min(next, $0) } ?? next
    }

    /// Shows everybody the new time, and only then wakes those who waited for it.
    private func pass(to instant: Instant) throws {
        let limit = ContinuousClock.now + Self.patience
        time.show(instant)
        links.send(.show(instant))
        while !links.all(show: instant) {
            guard ContinuousClock.now < limit else { throw Failure.restless("a relay does not show the time") }
            usleep(Self.blink)
        }
        time.wakeDue()
        links.send(.wake)
    }

    /// Waits until nothing is busy.
    private func rest(_ checkCancellation: () throws -> Void) throws {
        let limit = ContinuousClock.now + Self.patience
        var last: [ProcessActivity.Mark] = []
        while true {
            try checkCancellation()
            let others = (links.processes + companions.withLock(\.self)).map { ProcessActivity.of(process: $0) }
            let marks = ([.ofThisProcess] + others).map { $0.mark() }
            if marks == last, marks.allSatisfy(\.isResting) { return }
            guard ContinuousClock.now < limit else {
                let busy = marks.flatMap(\.busyThreads).map(String.init).joined(separator: ", ")
                throw Failure.restless("busy threads: \(busy.isEmpty ? "a different one each time" : busy)")
            }
            last = marks
            usleep(Self.glance)
        }
    }

    /// Runs `body` on a thread of its own, which may block and does not count as busy.
    ///
    /// The body is given a function to call from time to time, which throws once the task is cancelled.
    private func onThread(
        _ body: @escaping @Sendable (_ checkCancellation: () throws -> Void) throws -> Void
    ) async throws {
        let isCancelled = SharedValue(false)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread {
                    let result = Result {
                        try ProcessActivity.observing {
                            try body { if isCancelled.value { throw CancellationError() } }
                        }
                    }
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            isCancelled.set(true)
        }
    }
}
