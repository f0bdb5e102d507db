internal import DequeModule
import Dispatch
import Foundation
import Synchronization

/// The threads on which alarms are woken and sent, and nothing else.
///
/// Requests run on the threads that all other tasks share. A request that takes its time, or a thousand of them, would
/// make an alarm wait for its turn there; on threads of its own it competes for a processor only.
package final class AlarmExecutor: TaskExecutor {
    /// The executor of this process, whose threads live as long as it.
    package static let shared = AlarmExecutor(threads: 2)

    private let jobs = Mutex(Deque<UnownedJob>())
    private let waiting = DispatchSemaphore(value: 0)

    private init(threads: Int) {
        for number in 1...threads {
            let thread = Thread { self.work() }
            thread.name = "alarms-\(number)"
            thread.start()
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func work() {
        while true {
            waiting.wait()
            guard let job = jobs.withLock({ $0.popFirst() }) else { continue }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
