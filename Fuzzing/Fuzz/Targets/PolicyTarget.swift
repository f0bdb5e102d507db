import AlarmCore
import RelayServer

extension FuzzTarget {
    /// Files of escalation policies.
    static let policy = FuzzTarget(name: "policy") { input in
        let text = String(decoding: input, as: UTF8.self)
        do throws(PolicyFileError) {
            let policies = try PolicyFile.parse(text, file: "policies.yaml", presets: presets)
            let written = PolicyFile.text(of: policies)
            require(
                (try? PolicyFile.parse(written, file: "again.yaml", presets: presets)) == policies,
                "policies are read back:\n\(written)"
            )
        } catch {
            require("\(error)".hasPrefix("policies.yaml"), "an error names its file: \(error)")
            require((error.line ?? 1) <= text.lineCount, "an error names a line of the file: \(error)")
        }
    }
}

/// Policies whose natures differ: files may replace their steps alone.
private let presets: [String: EscalationPolicy] = Dictionary(
    uniqueKeysWithValues: [EscalationPolicy.partnerAlarm, .checkIn, .reminder, .completion, .careAlert].map {
        ($0.name, $0)
    }
)

extension String {
    /// How many lines an editor would show, and one for the end.
    var lineCount: Int {
        unicodeScalars.count { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) } + 2
    }
}
