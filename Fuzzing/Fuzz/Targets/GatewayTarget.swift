import GatewaySimulator

extension FuzzTarget {
    /// What the simulated gateway is told: behaviours in files and over its control API.
    static let gateway = FuzzTarget(name: "gateway") { input in
        if let behavior = try? GatewaySimulator.Behavior(json: input) {
            let written = behavior.json
            require(
                (try? GatewaySimulator.Behavior(json: written.utf8)) == behavior,
                "a behaviour is read back: \(written)"
            )
        }
        do throws(SettingError) {
            let file = try BehaviorFile(json: input)
            for token in file.tokens.keys {
                require(token == token.lowercased() && !token.isEmpty, "tokens are in lower case")
            }
        } catch {
            require(!error.problem.isEmpty, "an error says what was expected")
        }
    }
}
