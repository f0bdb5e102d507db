import Crypto

extension GatewaySimulator {
    /// Makes and registers a signing key of a new team, which may push to `topics`.
    ///
    /// - Parameters:
    ///   - topics: The bundle identifiers of the team's apps; the suffixes of push types are allowed with them.
    ///   - environments: Where the key is good; Apple hands out keys for one environment and for both.
    ///   - generator: Draws the key's and the team's names. The key itself always comes from the system.
    /// - Returns: The key with its names, ready for a provider's configuration.
    public func makeTeamKey(
        topics: Set<String>,
        environments: Set<Environment> = Set(Environment.allCases),
        using generator: inout some RandomNumberGenerator
    ) -> TeamKey {
        let privateKey = P256.Signing.PrivateKey()
        let keyID = Self.randomName(using: &generator)
        let teamID = Self.randomName(using: &generator)
        let entry = KeyRing.Entry(publicKey: privateKey.publicKey, teamID: teamID, environments: environments)
        withState { $0.keys.add(entry, keyID: keyID, topics: topics) }
        return TeamKey(pem: privateKey.pemRepresentation, keyID: keyID, teamID: teamID)
    }

    /// Makes and registers a signing key of a new team with random names, which may push to `topics`.
    public func makeTeamKey(
        topics: Set<String>,
        environments: Set<Environment> = Set(Environment.allCases)
    ) -> TeamKey {
        var generator = SystemRandomNumberGenerator()
        return makeTeamKey(topics: topics, environments: environments, using: &generator)
    }

    /// Registers a signing key that exists already, such as one kept from an earlier run.
    ///
    /// - Parameters:
    ///   - key: The key with its names; a key of the same name is replaced.
    ///   - topics: More bundle identifiers that the key's team may push to.
    ///   - environments: Where the key is good.
    /// - Throws: An error of the cryptographic library if the PEM is not a P-256 private key.
    public func register(
        _ key: TeamKey,
        topics: Set<String>,
        environments: Set<Environment> = Set(Environment.allCases)
    ) throws {
        let publicKey = try P256.Signing.PrivateKey(pemRepresentation: key.pem).publicKey
        let entry = KeyRing.Entry(publicKey: publicKey, teamID: key.teamID, environments: environments)
        withState { $0.keys.add(entry, keyID: key.keyID, topics: topics) }
    }

    /// Revokes a signing key: new provider tokens of it are refused, connections that proved themselves go on.
    public func revokeKey(_ keyID: String) {
        withState { $0.keys.remove(keyID: keyID) }
    }

    private static func randomName(using generator: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        return String((0..<10).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
    }
}
