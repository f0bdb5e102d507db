import AlarmCore
import Engine
import Hummingbird

/// Lets a network claim only so often.
struct ClaimGuard: Sendable {
    let engine: Engine
    let limiter: ClaimLimiter
    let addresses: ClientAddress

    /// Counts a claim by whoever sent `request`.
    func count(_ request: Request, _ context: RelayContext) throws(TooManyClaims) {
        let network = addresses.network(of: request, peer: context.peer)
        if let wait = limiter.take(from: network, at: engine.clock.now()) {
            throw TooManyClaims(wait: wait)
        }
    }
}

/// A network claimed too often.
struct TooManyClaims: Error, Hashable {
    /// How long it has to wait.
    let wait: Span
}
