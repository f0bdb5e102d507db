import Foundation
import Synchronization

/// A list that six threads use, always under its lock: the sanitizer must report nothing.
final class Box: Sendable {
    private let list = Mutex<[Int]>([])

    func add(_ number: Int) {
        list.withLock { list in
            if list.count > 100 { list.removeAll() }
            for step in 0..<200 { list.append(number + step) }
        }
    }

    func tryToAdd(_ number: Int) -> Bool {
        list.withLockIfAvailable { $0.append(number) } != nil
    }
}

let box = Box()
let threads = (0..<6).map { first in
    Thread {
        for number in 0..<3000 {
            box.add(first + number)
            _ = box.tryToAdd(number)
        }
    }
}
for thread in threads { thread.start() }
while threads.contains(where: { !$0.isFinished }) { Thread.sleep(forTimeInterval: 0.001) }
