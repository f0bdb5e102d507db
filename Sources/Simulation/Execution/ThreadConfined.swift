import Foundation

/// A sendable wrapper for a value that is confined to one thread.
///
/// The relay's parts must be sendable; in a simulation all of them, and the simulation itself, run on one thread.
struct ThreadConfined<Value>: @unchecked Sendable {
    // Safe to send, because access from any other thread than the one that stored the value stops the process.
    private let content: Value
    private let owner: pthread_t

    init(_ value: Value) {
        content = value
        owner = pthread_self()
    }

    /// The value; accessible on its own thread only.
    var value: Value {
        precondition(pthread_equal(owner, pthread_self()) != 0, "a simulated part left the simulation's thread")
        return content
    }
}
