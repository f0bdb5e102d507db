package import AlarmCore
import Foundation
import StrictYAML

/// A file of escalation policies.
///
/// The file is YAML; every document in it (`---` between them) is one policy:
///
/// ```yaml
/// name: partner-alarm
/// misfire-grace: 15m
/// longest-snooze: 24h
/// steps:
///   - at: acceptance
///     audience: receiver
///     stage: handoff
///   - at: 0s
///     audience: receiver
///     stage: ring
///     repeats: 4
///     every: 60s
///     unless: [armed]
///   - at: 10m
///     audience: sender
///     stage: no-answer
/// ```
///
/// `misfire-grace`, `longest-snooze`, and a step's `urgency`, `repeats`, `every` and `unless` may be left out. An
/// unknown name is an error, because a misspelt `unless` would ring somebody who is awake already.
package enum PolicyFile {
    /// Reads the policies of the file at `path`, by name.
    ///
    /// - Throws: the first fault, with its place in the file.
    package static func load(
        from path: String,
        presets: [String: EscalationPolicy]
    ) throws(PolicyFileError) -> [String: EscalationPolicy] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw PolicyFileError(file: path, .unreadable)
        }
        var policies: [String: EscalationPolicy] = [:]
        for policy in try parse(text, file: path, presets: presets) {
            guard policies.updateValue(policy, forKey: policy.name) == nil else {
                throw PolicyFileError(file: path, .duplicate(policy.name))
            }
        }
        return policies
    }
}

extension PolicyFile {
    /// Returns a policy as a complete YAML document that ``parse(_:file:presets:)`` reads back unchanged.
    package static func text(of policy: EscalationPolicy) -> String { policy.yaml }

    /// Returns several policies as one file.
    package static func text(of policies: [EscalationPolicy]) -> String {
        policies.map(\.yaml).joined(separator: "---\n")
    }
}
