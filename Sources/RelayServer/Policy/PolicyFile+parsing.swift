package import AlarmCore
import StrictYAML

extension PolicyFile {
    /// Reads every policy in `text`, in order; errors name the text `file`.
    ///
    /// A policy for one of the `presets` takes that preset's nature, which is fixed.
    ///
    /// - Throws: the first fault, with its place.
    package static func parse(
        _ text: String,
        file: String,
        presets: [String: EscalationPolicy]
    ) throws(PolicyFileError) -> [EscalationPolicy] {
        var policies: [EscalationPolicy] = []
        for document in try documents(of: text, file: file) {
            policies.append(try policy(document, presets: presets))
        }
        guard !policies.isEmpty else { throw PolicyFileError(file: file, .empty) }
        return policies
    }

    private static func documents(of text: String, file: String) throws(PolicyFileError) -> [YAMLValue] {
        do {
            return try YAMLText.documents(of: text, file: file)
        } catch {
            throw PolicyFileError(error)
        }
    }

    private static func policy(
        _ document: YAMLValue,
        presets: [String: EscalationPolicy]
    ) throws(PolicyFileError) -> EscalationPolicy {
        var policy: EscalationPolicy
        do {
            policy = try EscalationPolicy(yaml: document)
        } catch {
            throw PolicyFileError(error)
        }
        if let preset = presets[policy.name] { policy = policy.with(nature: preset.nature) }
        do {
            try policy.validate()
        } catch {
            throw PolicyFileError(file: document.file, line: document.line, path: policy.name, .policy(error))
        }
        return policy
    }
}
