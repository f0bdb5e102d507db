import CurlClient

/// How many pushes a second the relay's HTTP client hands to a gateway.
struct PushBenchmark {
    /// After how many requests `CurlClient` replaces a connection of its own accord, for a libcurl that resets streams.
    private static let usualRotation = 150

    let scale: Scale
    let stage: Stage

    /// Starts the gateway, measures, and ends it.
    func measure() async throws -> [Section] {
        let gateway = try await PushGateway.start(in: stage.folder)
        do {
            var sections = [try await onOneConnection(gateway)]
            if CurlClient.resetsBodilessStreams { sections.append(try await rotating(gateway)) }
            await gateway.stop()
            return sections
        } catch {
            await gateway.stop()
            throw error
        }
    }

    private func onOneConnection(_ gateway: PushGateway) async throws -> Section {
        let load = load(gateway, .body, requestsPerConnection: nil)
        let body = try stage.folder.write(PushLoad.body, to: "push.json")
        let h2load = Contender(name: "h2load") {
            try await load.runH2load(bodyFile: body, log: stage.folder.path("h2load.log"))
        }
        return Section(
            title: "Pushing, on one connection",
            setting: setting,
            series: try await (clients(load) + [h2load]).interleaved(rounds: scale.rounds, progress: stage.progress)
        )
    }

    /// As it has to be with a libcurl that resets every stream whose answer has no body: h2load has no way to do this.
    private func rotating(_ gateway: PushGateway) async throws -> Section {
        let load = load(gateway, .none, requestsPerConnection: Self.usualRotation)
        return Section(
            title: "Pushing, answers without a body, a new connection every \(Self.usualRotation) requests",
            setting: setting,
            series: try await clients(load).interleaved(rounds: scale.rounds, progress: stage.progress)
        )
    }

    private func clients(_ load: PushLoad) -> [Contender] {
        [
            Contender(name: "CurlClient") { try await load.runCurlClient() },
            Contender(name: "libcurl's multi interface in C") {
                try await load.runCurlReference(log: stage.folder.path("reference.log"))
            },
        ]
    }

    private func load(_ gateway: PushGateway, _ answer: PushGateway.Answer, requestsPerConnection: Int?) -> PushLoad {
        PushLoad(
            count: scale.pushes,
            origin: gateway.origin(answer),
            authorityFile: gateway.authorityFile,
            requestsPerConnection: requestsPerConnection
        )
    }

    private var setting: String {
        "\(scale.pushes) pushes of 300 bytes a run, \(scale.rounds) runs, \(PushLoad.inFlight) in flight, TLS, nghttpd"
    }
}
