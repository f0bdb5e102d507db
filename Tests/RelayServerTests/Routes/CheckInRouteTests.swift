import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayServer
import RelayTesting
import Storage
import Testing

@Suite("The deadline of a check-in over HTTP")
struct CheckInRouteTests {
    /// Ana's phone and the alarm of her first deadline.
    private func phone(at relay: TestRelay) async throws -> (TestDevice, AlarmID) {
        let ana = try await TestDevice(at: relay)
        #expect(try await ana.send(Endpoints.CheckIns.plan(CheckInSettings(name: "Ana"))).status == .ok)
        #expect(try await ana.send(Endpoints.CheckIns.checkIn(CheckInRequest())).status == .ok)
        // No route lists this alarm: a phone learns of it from the warning push.
        let alarm = try await relay.relay.engine.read { snapshot in
            try snapshot.device(ana.id).flatMap { try snapshot.liveAlarms(of: $0.person, limit: 1).first?.alarm.id }
        }
        return (ana, try #require(alarm))
    }

    @Test("A receipt that acknowledges it checks in, one that snoozes it snoozes the plan; check-ins go on")
    func receipts() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let (ana, alarm) = try await phone(at: relay)
            let now = relay.clock.now()
            func report(_ report: AlarmReceipt.Report) async throws -> CheckInReport {
                let receipt = Receipt(report: report, revision: 1, at: now)
                let answer = try await ana.send(Endpoints.Alarms.report(alarm, receipt))
                #expect(answer.status == .ok, "\(answer.text)")
                return try await ana.ask(Endpoints.CheckIns.show())
            }
            #expect(try await report(.dismissed).due == now + .hours(24))
            #expect(try await report(.snoozed).due == now + .hours(48))
            let checkedIn = try await report(.acknowledged)
            #expect(checkedIn.due == now + .hours(24))
            #expect(checkedIn.history.count == 2)
        }
    }

    @Test("It cannot be taken back beside its plan")
    func cancel() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let (ana, alarm) = try await phone(at: relay)
            let problem = try await ana.send(Endpoints.Alarms.cancel(alarm)).problem()
            #expect(problem.kind == .conflict)
            #expect(problem.detail.contains("turn it off"))
            let report = try await ana.ask(Endpoints.CheckIns.show())
            #expect(report.state == .normal)
        }
    }
}
