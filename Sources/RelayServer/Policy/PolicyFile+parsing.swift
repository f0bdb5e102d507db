package import AlarmCore
import Yams

extension PolicyFile {
    /// Reads every policy in `text`, in order; errors call the text `file`.
    ///
    /// - Throws: the first thing that is wrong, with its place.
    package static func parse(_ text: String, file: String) throws(PolicyFileError) -> [EscalationPolicy] {
        var policies: [EscalationPolicy] = []
        for node in try documents(of: text, file: file) {
            policies.append(try policy(node, file: file))
        }
        guard !policies.isEmpty else { throw PolicyFileError(file: file, .empty) }
        return policies
    }

    private static func documents(of text: String, file: String) throws(PolicyFileError) -> [Node] {
        do {
            let parser = try Parser(yaml: text)
            var nodes: [Node] = []
            while let node = try parser.nextRoot() {
                if node.null == nil { nodes.append(node) }
            }
            return nodes
        } catch {
            throw PolicyFileError(file: file, .syntax("\(error)"))
        }
    }

    private static func policy(_ node: Node, file: String) throws(PolicyFileError) -> EscalationPolicy {
        var object = try PolicyNode(node, file: file, expected: "a policy: name, steps and so on")
        let usual = EscalationPolicy(name: "", steps: [])
        var policy = EscalationPolicy(
            name: try object.required("name", PolicyNode.text),
            steps: [],
            misfireGrace: try object.optional("misfire-grace", PolicyNode.span) ?? usual.misfireGrace,
            longestSnooze: try object.optional("longest-snooze", PolicyNode.span) ?? usual.longestSnooze
        )
        for step in try object.sequence("steps") {
            policy.steps.append(try self.step(step))
        }
        try object.finish()
        do {
            try policy.validate()
        } catch {
            throw PolicyFileError(file: file, line: node.mark?.line, path: policy.name, .policy(error))
        }
        return policy
    }

    private static func step(_ object: PolicyNode) throws(PolicyFileError) -> EscalationStep {
        var object = object
        let usual = EscalationStep(offset: nil, audience: .receiver, stage: .handoff)
        let step = EscalationStep(
            offset: try object.required("at", PolicyNode.moment),
            audience: try object.required("audience", PolicyNode.word),
            stage: try object.required("stage", PolicyNode.word),
            urgency: try object.optional("urgency", PolicyNode.word) ?? usual.urgency,
            repeats: try object.optional("repeats", PolicyNode.count) ?? usual.repeats,
            every: try object.optional("every", PolicyNode.span) ?? usual.every,
            unless: try object.optional("unless", PolicyNode.words) ?? usual.unless
        )
        try object.finish()
        return step
    }
}
