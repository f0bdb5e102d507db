package import AlarmWire
import CurlClient

/// What a supervisor or a container's health check has to know of a relay: whether it is well, and if not, why.
package struct RelayHealthcheck: Hashable, Sendable, WireEncodable {
    /// What is asked of the relay.
    package enum Question: String, Hashable, Sendable {
        /// Whether it can do its work.
        case ready
        /// Whether it runs.
        case alive

        /// The path that answers the question.
        fileprivate var path: String {
            switch self {
            case .ready: PageRoutes.ready
            case .alive: PageRoutes.alive
            }
        }
    }

    /// The address that was asked.
    package let url: String
    /// Whether the relay answered that it is well, or well enough to keep serving.
    package let isHealthy: Bool
    /// The relay's own word: `ok`, `degraded` or `unavailable`; nil where it did not say.
    package let status: String?
    /// What is not as it should be, and what to do; nil where all is well.
    package let detail: String?

    /// What to do about a relay that gives this word of itself, or none; nil where all is well.
    package static func remedy(for status: String?) -> String? {
        switch status {
        case "ok": nil
        case nil: "start it, or name its address with --\(ConfigurationKey.listen.name)"
        default:
            "read the relay's log; 'reveille status' shows what waits and since when, 'reveille doctor' what can be "
                + "reached from this machine"
        }
    }

    /// Asks a relay.
    ///
    /// - Throws: `CurlError.exhausted` where this process cannot ask; a relay that does not answer is a result.
    package static func ask(_ relay: LocalRelay, whether question: Question = .ready) async throws -> RelayHealthcheck {
        let url = relay.base + question.path
        let answer: LocalRelay.Answer
        do throws(CurlError) {
            answer = try await relay.ask(question.path)
        } catch {
            if case .exhausted = error { throw error }
            return RelayHealthcheck(url: url, isHealthy: false, status: nil, detail: "no answer: \(error)")
        }
        guard case .object(let members) = answer.body, case .string(let status) = members["status"] else {
            let detail = "the answer is no relay's (HTTP \(answer.status)): another program may listen there"
            return RelayHealthcheck(url: url, isHealthy: false, status: nil, detail: detail)
        }
        var detail: String?
        if case .string(let text) = members["detail"] { detail = text }
        return RelayHealthcheck(url: url, isHealthy: answer.status == 200, status: status, detail: detail)
    }

    package var json: JSONValue {
        .object(of: [
            "healthy": .bool(isHealthy),
            "url": .string(url),
            "status": status.map(JSONValue.string),
            "detail": detail.map(JSONValue.string),
        ])
    }
}
