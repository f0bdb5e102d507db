/// A store of provider tokens that survives restarts and serves all nodes that push for one team.
///
/// APNs refuses a token that follows another too soon, so a restarted relay, or another node, has to know of the last.
package protocol ProviderTokenStore: Sendable {
    /// Passes `choose` the token stored under `name`, if any, and stores the one that it returns, in one atomic step.
    ///
    /// - Parameters:
    ///   - name: The name of the signing key, which separates its tokens from those of others.
    ///   - choose: The decision; must not block, and may be called more than once.
    /// - Returns: The result of `choose`.
    /// - Throws: The error of `choose`, or the reason why the token could not be stored.
    func exchange(
        _ name: String,
        _ choose: @escaping @Sendable (_ kept: String?) throws -> String
    ) async throws -> String
}
