package import AlarmCore
package import Storage

/// Every kind of alarm that a relay knows, by the name of its preset, with the policy that it follows here.
///
/// A class, since it is asked several times for each alarm, and a copy of the table would cost more than the answer.
package final class AlarmKinds: Sendable {
    /// A kind in force.
    struct Entry: Sendable {
        let kind: any AlarmKind
        /// The policy that its alarms follow.
        let policy: EscalationPolicy
        /// The audiences of the policy besides the sender; the receiver's are their own addresses.
        let audiences: [EscalationStep.Audience]

        init(_ kind: any AlarmKind, policy: EscalationPolicy) {
            self.kind = kind
            self.policy = policy
            let warns = policy.steps.contains { $0.audience == .receiver && $0.stage.warnsPerson }
            audiences = policy.otherAudiences.union(warns ? [.receiver] : []).sorted { $0.rawValue < $1.rawValue }
        }
    }

    /// The built-in policies that operators may replace, by preset.
    package let presets: [String: EscalationPolicy]
    /// Finds the name under which a person is known outside their circles, as to their contacts; nil where none was given.
    package typealias Naming = @Sendable (PersonID, Engine, any Snapshot) throws -> String?

    /// Finds the time at which the reminder in a document was completed; nil for an open one.
    package typealias Completion = @Sendable (Document, Engine) throws -> Instant?

    /// The kinds themselves.
    private let kinds: [any AlarmKind]
    package let naming: Naming
    /// Names the document from which ``naming`` reads a person's name.
    package let namingDocument: @Sendable (PersonID) -> Prefetch?
    package let completion: Completion
    /// The kinds in force, by preset.
    private let entries: [String: Entry]
    private let unknown: Entry
    /// The stages whose delivery results some kind wants to know.
    private let followedStages: Set<Stage>

    /// Combines kinds of different names; `given` are the policies that operators have written.
    package init(
        _ kinds: [any AlarmKind],
        naming: @escaping Naming = { _, _, _ in nil },
        namingDocument: @escaping @Sendable (PersonID) -> Prefetch? = { _ in nil },
        completion: @escaping Completion = { _, _ in nil },
        policies given: [String: EscalationPolicy] = [:]
    ) {
        self.kinds = kinds
        self.naming = naming
        self.namingDocument = namingDocument
        self.completion = completion
        presets = Dictionary(uniqueKeysWithValues: kinds.filter(\.isReplaceable).map { ($0.policy.name, $0.policy) })
        unknown = Entry(UnknownKind(), policy: UnknownKind().policy)
        let others = given.mapValues { Entry(UnknownKind(), policy: $0) }
        entries = kinds.reduce(into: others) { entries, kind in
            entries[kind.policy.name] = Entry(kind, policy: kind.effectivePolicy(among: given))
        }
        followedStages = kinds.reduce(into: []) { $0.formUnion($1.followedStages) }
    }

    /// The same kinds, following the policies that operators have written.
    package func applying(_ given: [String: EscalationPolicy]) -> AlarmKinds {
        AlarmKinds(
            kinds,
            naming: naming,
            namingDocument: namingDocument,
            completion: completion,
            policies: given
        )
    }

    /// The same kinds with one more.
    package func adding(_ kind: any AlarmKind) -> AlarmKinds {
        AlarmKinds(kinds + [kind], naming: naming, namingDocument: namingDocument, completion: completion)
    }

    /// The kind whose preset has this name; for an unknown name one with the default behaviour.
    package subscript(preset: String) -> any AlarmKind { entry(of: preset).kind }

    /// The policy that alarms of a preset follow.
    package func policy(of preset: String) -> EscalationPolicy { entry(of: preset).policy }

    /// The preset's name as shown to people and devices; nil for a preset without one.
    package func name(of alarm: Alarm) -> String? { self[alarm.preset].isNamed ? alarm.preset : nil }

    func entry(of preset: String) -> Entry { entries[preset] ?? unknown }

    /// Whether some kind wants to know the results of deliveries at this stage.
    func follow(_ stage: Stage) -> Bool { followedStages.contains(stage) }
}

/// The kind of alarms with an unknown preset, as a later version may have set.
///
/// They follow the partner alarm's policy and keep their preset.
private struct UnknownKind: AlarmKind {
    var policy: EscalationPolicy { .partnerAlarm }
}
