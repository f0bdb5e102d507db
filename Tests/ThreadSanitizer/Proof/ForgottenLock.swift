import Foundation
import Synchronization

/// A number that one thread increments under a contended lock, and the other without: the sanitizer must report it.
///
/// Deliberately not safe to send.
final class Box: @unchecked Sendable {
    private let lock = Mutex<[Int]>([])
    private var count = 0

    func locked() {
        lock.withLock { list in
            if list.count > 100 { list.removeAll() }
            for step in 0..<200 { list.append(step) }
            count += 1
        }
    }

    func unlocked() {
        count += 1
    }
}

let box = Box()
let threads = (0..<6).map { number in
    Thread {
        for _ in 0..<3000 {
            if number == 0 { box.unlocked() } else { box.locked() }
        }
    }
}
for thread in threads { thread.start() }
while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
