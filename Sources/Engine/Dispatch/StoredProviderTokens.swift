import Delivery
package import Storage

/// Stores provider tokens in a store, sealed, for all nodes on it and across restarts.
package struct StoredProviderTokens: ProviderTokenStore {
    private let store: any Store
    private let vault: Vault

    /// Creates a keeper of tokens in `store`, sealed by `vault`.
    package init(store: any Store, vault: Vault) {
        self.store = store
        self.vault = vault
    }

    /// Reads, decides and stores in one transaction; a stored token that cannot be opened any more counts as none.
    ///
    /// - Throws: The error of `choose`, `StoreError`, or `KeyringError` when the token could not be sealed.
    package func exchange(
        _ name: String,
        _ choose: @escaping @Sendable (_ kept: String?) throws -> String
    ) async throws -> String {
        let vault = vault
        return try await store.write { transaction in
            let place = Vault.providerTokenPrefix + name
            let kept = try transaction.value(place).flatMap { try? vault.openProviderToken($0, for: name) }
            let chosen = try choose(kept)
            if chosen != kept {
                try transaction.setValue(try vault.seal(providerToken: chosen, for: name), for: place)
            }
            return chosen
        }
    }
}
