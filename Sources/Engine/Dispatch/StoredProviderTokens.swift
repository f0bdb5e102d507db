import Delivery
package import Storage

/// Keeps provider tokens among the values of a store, sealed, for all nodes on it and over restarts.
package struct StoredProviderTokens: ProviderTokenStore {
    private let store: any Store
    private let vault: Vault

    /// Makes a keeper whose tokens are in `store`, sealed by `vault`.
    package init(store: any Store, vault: Vault) {
        self.store = store
        self.vault = vault
    }

    /// Reads, decides and keeps in one transaction; a kept token that cannot be opened any more counts as none.
    ///
    /// - Throws: What `choose` threw, `StoreError`, or `KeyringError` when the token could not be sealed.
    package func exchange(
        _ name: String,
        _ choose: @escaping @Sendable (_ kept: String?) throws -> String
    ) async throws -> String {
        let vault = vault
        return try await store.write { transaction in
            let place = "apns provider token \(name)"
            let kept = try transaction.value(place).flatMap { try? vault.openProviderToken($0, for: name) }
            let chosen = try choose(kept)
            if chosen != kept {
                try transaction.setValue(try vault.seal(providerToken: chosen, for: name), for: place)
            }
            return chosen
        }
    }
}
