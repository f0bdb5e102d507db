package import AlarmCore
package import Storage

extension Snapshot {
    /// Returns the nodes that have given a sign of life within `silence`, by the store's own clock, or by `now` where it has
    /// none.
    package func livingNodes(within silence: Span, at now: Instant) throws -> [RelayNode] {
        let horizon = (try ownTime() ?? now) - silence
        return try nodes().filter { $0.heartbeatAt >= horizon }
    }
}
