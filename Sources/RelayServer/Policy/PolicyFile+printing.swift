package import AlarmCore
import StrictYAML

extension PolicyFile {
    /// A policy as one YAML document, everything spelt out, that ``parse(_:file:)`` reads back unchanged.
    package static func text(of policy: EscalationPolicy) -> String { policy.yaml }

    /// Several policies as one file.
    package static func text(of policies: [EscalationPolicy]) -> String {
        policies.map(\.yaml).joined(separator: "---\n")
    }
}
