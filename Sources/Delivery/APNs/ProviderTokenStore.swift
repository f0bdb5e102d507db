/// Keeps provider tokens over restarts, and for all nodes that push for one team.
///
/// APNs refuses a token that follows another too soon, and a relay that was started anew, or has a sister, would make
/// one if it did not know of the other.
package protocol ProviderTokenStore: Sendable {
    /// Shows `choose` the token that is kept under `name`, if any, and keeps the one that it returns, in one atomic step.
    ///
    /// - Parameters:
    ///   - name: Tells the tokens of one signing key from those of others.
    ///   - choose: Must not block; may be called more than once.
    /// - Returns: What `choose` returned.
    /// - Throws: What `choose` threw, or why the token could not be kept.
    func exchange(
        _ name: String,
        _ choose: @escaping @Sendable (_ kept: String?) throws -> String
    ) async throws -> String
}
