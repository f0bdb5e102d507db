import CurlClient

/// Measures how many pushes a second the relay's HTTP client delivers to a gateway.
struct PushBenchmark {
    /// Number of requests after which `CurlClient` replaces a connection by itself, for a libcurl that resets streams.
    private static let defaultRotation = 150

    let scale: Scale
    let stage: MeasurementContext

    /// Starts the gateway, measures, and stops it.
    func measure() async throws -> [ReportSection] {
        let gateway = try await PushGateway.start(in: stage.folder)
        do {
            var sections = [try await onOneConnection(gateway), try await besideOthers(gateway)]
            if CurlClient.resetsBodilessStreams { sections.append(try await rotating(gateway)) }
            sections.append(try await atDistance(gateway))
            await gateway.stop()
            return sections
        } catch {
            await gateway.stop()
            throw error
        }
    }

    private func onOneConnection(_ gateway: PushGateway) async throws -> ReportSection {
        let load = load(gateway, .body, requestsPerConnection: .max)
        let body = try stage.folder.write(PushLoad.body, to: "push.json")
        let h2load = Contender(name: "h2load") {
            try await load.runH2load(bodyFile: body, log: stage.folder.path("h2load.log"))
        }
        return ReportSection(
            title: "Pushing, on one connection",
            setting: setting,
            series: try await (clients(load) + [h2load]).interleaved(rounds: scale.rounds, progress: stage.progress)
        )
    }

    /// Compares the client with those that other relays are built on.
    private func besideOthers(_ gateway: PushGateway) async throws -> ReportSection {
        let load = load(gateway, .body, requestsPerConnection: .max)
        let contenders = [
            Contender(name: "CurlClient") { try await load.runCurlClient() },
            Contender(name: "AsyncHTTPClient") { try await load.runAsyncHTTPClient() },
            Contender(name: "aioapns") {
                try await load.runAioapns(
                    keyFile: gateway.keyFile,
                    port: gateway.port,
                    log: stage.folder.path("aioapns.log")
                )
            },
        ]
        return ReportSection(
            title: "Pushing, beside other clients, on one connection each",
            setting: setting + "; aioapns pushes a tenth of it, to one device",
            series: try await contenders.interleaved(rounds: scale.rounds, progress: stage.progress)
        )
    }

    /// Measures at 50 ms, where the maximum rate is the number of pushes in flight divided by the round trip.
    private func atDistance(_ gateway: PushGateway) async throws -> ReportSection {
        let distance = try await LatencyProxy.start(to: gateway.port)
        var contenders: [Contender] = []
        for (inFlight, connections) in [(100, 1), (100, 4), (1000, 1)] {
            let streams = inFlight * connections
            let load = PushLoad(
                count: streams * scale.roundTrips,
                origin: gateway.origin(.body, through: distance.port),
                authorityFile: gateway.authorityFile,
                requestsPerConnection: .max,
                inFlight: inFlight,
                connections: connections
            )
            let name = "\(inFlight) in flight on \(connections == 1 ? "one connection" : "\(connections) connections")"
            contenders.append(Contender(name: name) { try await load.runCurlClient(warmUp: streams * 8) })
        }
        do {
            let series = try await contenders.interleaved(rounds: scale.rounds, progress: stage.progress)
            await distance.end()
            return ReportSection(
                title: "Pushing at 50 ms of latency",
                setting: """
                    \(scale.roundTrips) round trips a run, \(scale.rounds) runs, connections opened before; every byte waits \
                    25 ms each way; the ideal is streams ÷ round trip
                    """,
                figures: zip(series, [100.0, 400, 1000]).flatMap { series, streams in
                    let rates = series.runs.map(\.rate)
                    let ideal = streams / LatencyProxy.roundTripSeconds
                    return [
                        Figure(series.name, rates, "a second"),
                        Figure(
                            "the same, to \(Int(ideal)) a second",
                            rates.map { $0 / ideal },
                            "×",
                            bar: streams < 1000 ? "≥ 0.85" : nil
                        ),
                    ]
                }
            )
        } catch {
            await distance.end()
            throw error
        }
    }

    /// Measures with connections replaced, as needed for a libcurl that resets streams; h2load cannot do this.
    private func rotating(_ gateway: PushGateway) async throws -> ReportSection {
        let load = load(gateway, .none, requestsPerConnection: Self.defaultRotation)
        return ReportSection(
            title: "Pushing, answers without a body, a new connection every \(Self.defaultRotation) requests",
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

    private func load(_ gateway: PushGateway, _ answer: PushGateway.Response, requestsPerConnection: Int?) -> PushLoad {
        PushLoad(
            count: scale.pushes,
            origin: gateway.origin(answer),
            authorityFile: gateway.authorityFile,
            requestsPerConnection: requestsPerConnection
        )
    }

    private var setting: String {
        "\(scale.pushes) pushes of 300 bytes a run, \(scale.rounds) runs, 100 in flight, TLS, nghttpd"
    }
}
