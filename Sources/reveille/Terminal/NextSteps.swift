import AlarmWire
import Engine
import RelayServer

/// What an operator can do once the relay runs.
struct NextSteps {
    let configuration: RelayConfiguration

    /// The lines.
    var lines: [String] {
        let origin = configuration.origin
        let relay = origin.text == RelayOptions.usual ? "" : " --relay \(origin)"
        let ticket = configuration.registration == .open ? "" : " --enroll CODE"
        return [
            "",
            "Pair two devices, each in its own terminal:",
            "  reveille pair new --profile ana\(relay)\(origin.isSecure ? ticket : "")",
            "  reveille pair accept --profile ben\(relay) CODE",
            "Stop the relay with Ctrl-C.",
        ]
    }
}
