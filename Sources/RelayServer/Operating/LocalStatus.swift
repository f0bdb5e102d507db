import AlarmCore
package import AlarmWire
import CurlClient
package import Engine
import Storage

/// How the relay on this machine is: what its operator's page shows, or what its database tells while it does not run.
package struct LocalStatus: Sendable, WireEncodable {
    /// Whether the relay answered.
    package let isRunning: Bool
    /// The members of the operator's page; see `OperatorStatus` in the OpenAPI document.
    package let report: JSONObject
    /// Why a running relay was not the source of all of it; nil where it was, and where none runs.
    package let gap: String?

    /// Makes a status of a report.
    package init(isRunning: Bool, report: JSONObject, gap: String? = nil) {
        self.isRunning = isRunning
        self.report = report
        self.gap = gap
    }

    /// Asks the relay of this configuration, and where none answers, its database.
    ///
    /// The relay is asked with a pass that is good for a minute; whoever can write the database can make one.
    ///
    /// - Throws: `RelayError.noDatabase(path:)`, or `.otherRelay(url:)` where a relay with another database answers;
    ///   `StoreError` or `KeyringError`; each says what to do.
    package static func read(
        _ configuration: RelayConfiguration,
        from relay: LocalRelay,
        clock: any RelayClock = SystemClock()
    ) async throws -> LocalStatus {
        try configuration.requireDatabase()
        return try await withOfflineEngine(configuration, clock: clock) { engine in
            let pass: String
            do {
                pass = try await OperatorCode.makePass(in: engine)
            } catch {
                return try await stored(in: engine, configuration, because: "the relay was not asked: \(error)")
            }
            do {
                let answer = try await relay.ask(PageRoutes.operatorStatus, bearer: pass)
                guard answer.status != 403 else { throw RelayError.otherRelay(url: relay.base) }
                if case .object(let report) = answer.body, answer.status == 200 {
                    return LocalStatus(isRunning: true, report: report)
                }
                let reason = "what answers at \(relay.base) gave no report (HTTP \(answer.status))"
                let known = try await stored(in: engine, configuration, because: reason)
                guard case .object(let health)? = try? await relay.ask(PageRoutes.ready).body else { return known }
                return known.following(health)
            } catch let error as CurlError {
                let reason = "no relay answers at \(relay.base) (\(error)): start it, or name its address with --listen"
                return try await stored(in: engine, configuration, because: reason)
            }
        }
    }

    /// The report that the database gives alone.
    private static func stored(
        in engine: Engine,
        _ configuration: RelayConfiguration,
        because reason: String
    ) async throws -> LocalStatus {
        let missing = HealthCheck(.shutdown, .failing, reason: reason, refusesRequests: true)
        let audit = AuditReport(at: engine.clock.now(), checks: [missing], backlog: nil)
        let health = StatusReport(
            audit,
            zoneData: nil,
            zoneDataAge: nil,
            canPush: configuration.apns != nil,
            reachesBrowsers: configuration.webPush != nil,
            upSince: nil,
            blind: try await engine.read { try $0.blindIntervals(limit: RelayHealth.recentIntervals) }
        )
        var report = try await engine.operatorReport(health, audit)
        report.channels = report.channels.map { channel in
            var channel = channel
            channel.isConfigured = configuration.hasWay(channel.name) ?? channel.isConfigured
            return channel
        }
        guard case .object(let members) = report.json else { throw RelayError.noDatabase(path: configuration.database) }
        return LocalStatus(isRunning: false, report: members)
    }

    /// The same of a relay that gives no report, and says of its own health that it runs; anything else that it answers
    /// changes nothing.
    func following(_ health: JSONObject) -> LocalStatus {
        guard case .string? = health["status"] else { return self }
        let others = report.members.filter { $0.name != "detail" && health[$0.name] == nil }
        var gap: String?
        if case .string(let reason)? = report["detail"] { gap = reason }
        return LocalStatus(isRunning: true, report: JSONObject(members: health.members + others), gap: gap)
    }

    package var json: JSONValue {
        var members = report
        members.append("running", .bool(isRunning))
        return .object(members)
    }
}

extension RelayConfiguration {
    /// Whether a way to people is configured; nil for one that needs no configuration.
    fileprivate func hasWay(_ name: String) -> Bool? {
        switch name {
        case "apns": apns != nil
        case "webpush": webPush != nil
        case "email": contactChannels.mail != nil
        case "sms": contactChannels.twilio != nil
        case "call": contactChannels.twilio?.calls != nil
        case "webhook": contactChannels.webhooks != .none
        default: nil
        }
    }
}
