import Foundation
package import Storage

/// Makes an empty store for a test of the engine.
///
/// It keeps its rows in memory, and makes writes at once. With `REVEILLE_TEST_STORE=late` it queues them, as
/// ``LateErrorStore``; with `REVEILLE_TEST_STORE=counting` it is a ``RoundTripStore``. The engine does the same on each.
package func freshStore() -> any Store {
    switch ProcessInfo.processInfo.environment["REVEILLE_TEST_STORE"] {
    case "late": LateErrorStore()
    case "counting": RoundTripStore()
    default: InMemoryStore()
    }
}
