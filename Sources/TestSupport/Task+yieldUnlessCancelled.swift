extension Task where Success == Never, Failure == Never {
    /// Lets other tasks go on, in a loop that waits for something to become true.
    ///
    /// A test whose time is over is cancelled, which ends only what asks for it: without that a wait for what never comes
    /// would go on for ever, and the run of all tests with it.
    ///
    /// - Throws: `CancellationError` once the test's time is over.
    package static func yieldUnlessCancelled() async throws {
        try checkCancellation()
        await yield()
    }
}
