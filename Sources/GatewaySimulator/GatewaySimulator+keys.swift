import Sealing

extension GatewaySimulator {
    /// Makes and registers a signing key of a new team, which may push to `topics`.
    ///
    /// - Parameters:
    ///   - topics: The bundle identifiers of the team's apps; push types' suffixes are allowed too.
    ///   - environments: The key's environments; Apple issues keys for one and for both.
    ///   - generator: Random source of the key and team identifiers. The key itself always comes from the system.
    /// - Returns: The key with its identifiers, ready for a provider's configuration.
    /// - Throws: An error of the cryptographic library if it cannot make a key.
    public func makeTeamKey(
        topics: Set<String>,
        environments: Set<Environment> = Set(Environment.allCases),
        using generator: inout some RandomNumberGenerator
    ) throws -> TeamKey {
        let privateKey = try ES256.PrivateKey()
        let pem = try privateKey.pem()
        let keyID = Self.randomName(using: &generator)
        let teamID = Self.randomName(using: &generator)
        let entry = TeamKeys.Entry(publicKey: privateKey.publicKey, teamID: teamID, environments: environments)
        withState { $0.keys.add(entry, keyID: keyID, topics: topics) }
        return TeamKey(pem: pem, keyID: keyID, teamID: teamID)
    }

    /// Makes and registers a signing key of a new team with random identifiers, which may push to `topics`.
    ///
    /// - Throws: An error of the cryptographic library if it cannot make a key.
    public func makeTeamKey(
        topics: Set<String>,
        environments: Set<Environment> = Set(Environment.allCases)
    ) throws -> TeamKey {
        var generator = SystemRandomNumberGenerator()
        return try makeTeamKey(topics: topics, environments: environments, using: &generator)
    }

    /// Registers an existing signing key, such as one kept from an earlier run.
    ///
    /// - Parameters:
    ///   - key: The key with its identifiers; a key with the same identifier is replaced.
    ///   - topics: Further bundle identifiers that the key's team may push to.
    ///   - environments: The key's environments.
    /// - Throws: An error of the cryptographic library if the PEM is not a P-256 private key.
    public func register(
        _ key: TeamKey,
        topics: Set<String>,
        environments: Set<Environment> = Set(Environment.allCases)
    ) throws {
        let publicKey = try ES256.PrivateKey(pem: key.pem).publicKey
        let entry = TeamKeys.Entry(publicKey: publicKey, teamID: key.teamID, environments: environments)
        withState { $0.keys.add(entry, keyID: key.keyID, topics: topics) }
    }

    /// Revokes a signing key: new provider tokens of it are refused, while authenticated connections continue.
    public func revokeKey(_ keyID: String) {
        withState { $0.keys.remove(keyID: keyID) }
    }

    private static func randomName(using generator: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        return String((0..<10).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
    }
}
