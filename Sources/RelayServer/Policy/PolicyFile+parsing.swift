package import AlarmCore
import StrictYAML

extension PolicyFile {
    /// Reads every policy in `text`, in order; errors call the text `file`.
    ///
    /// - Throws: the first thing that is wrong, with its place.
    package static func parse(_ text: String, file: String) throws(PolicyFileError) -> [EscalationPolicy] {
        var policies: [EscalationPolicy] = []
        for document in try documents(of: text, file: file) {
            policies.append(try policy(document))
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

    private static func policy(_ document: YAMLValue) throws(PolicyFileError) -> EscalationPolicy {
        let policy: EscalationPolicy
        do {
            policy = try EscalationPolicy(yaml: document)
        } catch {
            throw PolicyFileError(error)
        }
        do {
            try policy.validate()
        } catch {
            throw PolicyFileError(file: document.file, line: document.line, path: policy.name, .policy(error))
        }
        return policy
    }
}
