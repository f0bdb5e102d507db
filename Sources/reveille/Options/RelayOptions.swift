import ArgumentParser

/// Where a new device finds its relay.
struct RelayOptions: ParsableArguments {
    /// Where a relay listens that was started without any configuration.
    static let usual = "http://127.0.0.1:8080"

    @Option(
        help: ArgumentHelp(
            "The relay of a device that is new; later it is known. (default: $REVEILLE_RELAY, else \(Self.usual))",
            valueName: "url"
        )
    )
    var relay: String?

    /// What was asked for, by option or environment; nil where nobody said anything.
    func wanted(in environment: [String: String]) -> String? {
        relay ?? environment["REVEILLE_RELAY"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
