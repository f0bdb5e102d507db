import AlarmWire
import CurlClient
import Sealing

extension Doctor {
    /// Whether the relay runs, and what it says of itself.
    func examineRelay() async throws -> Diagnosis {
        guard let relay = try? LocalRelay(configuration) else {
            return Diagnosis(.relay, .skipped, "the system chooses the port on which the relay listens")
        }
        let answer = try await RelayHealthcheck.ask(relay)
        return Diagnosis(answer)
    }

    /// Whether the address that devices use leads from here to this relay.
    func examineOrigin(_ keyring: Keyring?, by client: CurlClient) async -> Diagnosis {
        let origin = configuration.origin
        let remedy =
            configuration.tls == nil
            ? "see that its name leads to the proxy, and the proxy to \(configuration.listen)"
            : "see that its name and port lead to \(configuration.listen)"
        switch OriginReach(of: origin) {
        case .nowhere, .thisMachine:
            return Diagnosis(
                .origin,
                .warning,
                "devices elsewhere cannot reach \(origin)",
                remedy: "set \(ConfigurationKey.origin.environmentName) to the https address at which they can"
            )
        case .localNetwork, .anywhere: break
        }
        let answer: HTTPResponse
        do throws(CurlError) {
            answer = try await client.send(request(origin.text + "/v1/webpush/key"))
        } catch {
            let isUntrusted = if case .untrusted = error { true } else { false }
            return Diagnosis(
                .origin,
                .failure,
                "\(origin) does not answer this machine: \(error)",
                remedy: isUntrusted
                    ? configuration.tls == nil
                        ? "give the proxy a certificate that devices trust"
                        : "get a certificate for that name that devices trust, and keep the intermediate ones with it"
                    : remedy + "; if it answers from elsewhere, the router does not let this machine in by that name"
            )
        }
        if answer.status == 200, let key = try? WebPushKeyAnswer(wire: answer.body) {
            guard let own = keyring?.webPush?.publicKey, own != key.publicKey else {
                return Diagnosis(.origin, .ok, "\(origin) leads to this relay")
            }
            return Diagnosis(.origin, .failure, "\(origin) leads to another relay", remedy: remedy)
        }
        // Without Web Push the relay has no key to be known by.
        if configuration.webPush == nil, let health = try? await client.send(request(origin.text + PageRoutes.alive)),
            health.status == 200
        {
            return Diagnosis(.origin, .ok, "\(origin) leads to a relay")
        }
        return Diagnosis(.origin, .failure, "\(origin) answers with HTTP \(answer.status)", remedy: remedy)
    }

    /// Whether the proxy in front of the relay is trusted, and passes the relay's headers on.
    func examineProxy(by client: CurlClient) async -> Diagnosis {
        guard configuration.tls == nil else { return Diagnosis(.proxy, .skipped, "the relay speaks TLS itself") }
        guard configuration.origin.isSecure else {
            return Diagnosis(.proxy, .skipped, "\(configuration.origin) needs no proxy")
        }
        let trusted = configuration.trustedProxies
        if !configuration.listen.isLoopback, trusted.allSatisfy(\.isLoopback) {
            return Diagnosis(
                .proxy,
                .warning,
                "the relay listens on \(configuration.listen) and trusts proxies on this machine only",
                remedy: """
                    if the proxy is on another machine, name its address with \
                    --\(ConfigurationKey.trustedProxies.name): otherwise all strangers count as one, and share one limit
                    """
            )
        }
        guard let answer = try? await client.send(request(configuration.origin.text + PageRoutes.alive)) else {
            return Diagnosis(.proxy, .skipped, "\(configuration.origin) does not answer")
        }
        let lost = ["content-security-policy", "x-content-type-options", "strict-transport-security"]
            .filter { answer.head.headers[$0] == nil }
        guard lost.isEmpty else {
            return Diagnosis(
                .proxy,
                .warning,
                "the proxy takes away \(lost.joined(separator: ", "))",
                remedy: "let it pass the relay's headers on as they are"
            )
        }
        return Diagnosis(.proxy, .ok, "the proxy passes the relay's headers on")
    }

    private func request(_ url: String) -> HTTPRequest {
        HTTPRequest(url: url, timeout: .seconds(10), profile: ConnectionProfile(name: "doctor", maximumInFlight: 1))
    }
}

extension Diagnosis {
    /// What a relay says of itself, with the advice that 'reveille status' gives on it.
    init(_ answer: RelayHealthcheck) {
        let isWell = answer.isHealthy && answer.status == "ok"
        let said = [answer.status, answer.detail].compactMap(\.self).joined(separator: "; ")
        self.init(
            .relay,
            isWell ? .ok : answer.isHealthy ? .warning : .failure,
            "\(answer.url): \(said)",
            remedy: RelayHealthcheck.remedy(for: answer.status)
        )
    }
}
