import Foundation

/// Lets what is confined to one thread be named by code that could run on any.
///
/// The relay's parts must be sendable; in a simulation all of them run on one thread, and so does the world around them.
struct OneThread<Value>: @unchecked Sendable {
    // Safe to send, because whoever takes the value out on another thread than the one that put it in is stopped.
    private let content: Value
    private let owner: pthread_t

    init(_ value: Value) {
        content = value
        owner = pthread_self()
    }

    /// The value, for its own thread.
    var value: Value {
        precondition(pthread_equal(owner, pthread_self()) != 0, "a simulated part left the simulation's thread")
        return content
    }
}
