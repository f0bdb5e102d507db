import Foundation
import Synchronization

/// A number that two threads increment, each under its own contended lock: the sanitizer must report it.
///
/// Deliberately not safe to send.
final class Box: @unchecked Sendable {
    private let one = Mutex<[Int]>([])
    private let other = Mutex<[Int]>([])
    private var count = 0

    func underOne() {
        one.withLock { work(in: &$0) }
    }

    func underOther() {
        other.withLock { work(in: &$0) }
    }

    private func work(in list: inout [Int]) {
        if list.count > 100 { list.removeAll() }
        for step in 0..<200 { list.append(step) }
        count += 1
    }
}

let box = Box()
let threads = (0..<6).map { number in
    Thread {
        for _ in 0..<3000 {
            if number.isMultiple(of: 2) { box.underOne() } else { box.underOther() }
        }
    }
}
for thread in threads { thread.start() }
while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
