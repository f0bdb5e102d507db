import AlarmWire
import Engine
import Features
import HTTPTypes
import Hummingbird
import NIOCore

extension EndpointServer {
    /// Care circles: settings and signals of the dweller.
    func serveCare() {
        show(Endpoints.Care.overview) { engine, call, snapshot, now in
            try engine.careOverview(for: call.device, at: now, in: snapshot)
        }
        show(Endpoints.Care.settings) { engine, call, snapshot, _ in
            try engine.careSettings(of: call.device, in: snapshot)
        }
        handle(Endpoints.Care.setSettings) { tx, call in try tx.care.set(call.message, by: call.device) }
        handle(Endpoints.Care.pause) { tx, call in try tx.care.pause(call.message, by: call.device) }
        handle(Endpoints.Care.resume) { tx, call in try tx.care.resume(by: call.device) }
        handle(Endpoints.Care.setPhone) { tx, call in try tx.care.setPhone(call.message, by: call.device) }
        handle(Endpoints.Care.removePhone) { tx, call in try tx.care.removePhone(by: call.device) }
        handle(Endpoints.Care.signal) { tx, call in try tx.care.signal(call.message, by: call.device) }
        handle(Endpoints.Care.reportActivity) { tx, call in try tx.care.noteActivity(call.message, by: call.device) }
        handle(Endpoints.Care.invite) { tx, call in try tx.care.invite(call.message, by: call.device) }
    }

    /// Alerts of care circles: showing, cancelling and acknowledging them, and notes.
    func serveCareAlerts() {
        show(Endpoints.Care.alert) { engine, call, snapshot, now in
            try engine.careAlert(call.target, for: call.device, at: now, in: snapshot)
        }
        handle(Endpoints.Care.cancelAlert) { tx, call in try tx.care.cancelAlert(call.target, by: call.device) }
        handle(Endpoints.Care.acknowledgeAlert) { tx, call in
            try tx.care.acknowledgeAlert(call.target, by: call.device)
        }
        handle(Endpoints.Care.resolveAlert) { tx, call in try tx.care.resolveAlert(call.target, by: call.device) }
        handle(Endpoints.Care.noteAlert) { tx, call in
            try tx.care.note(call.message, on: call.target, by: call.device)
        }
        show(Endpoints.Care.history) { engine, call, snapshot, now in
            try engine.careHistory(
                of: call.target.circle,
                before: call.target.before,
                for: call.device,
                at: now,
                in: snapshot
            )
        }
        // The complete history as a file for spreadsheets.
        on(Endpoints.Care.table) { [engine] _, call, _ in
            let now = engine.clock.now()
            let history = try await engine.read { snapshot in
                try engine.careHistory(
                    of: call.target,
                    limit: CareHistory.limit,
                    for: call.device,
                    at: now,
                    in: snapshot
                )
            }
            var headers = HTTPFields()
            headers[.contentType] = CareHistory.csvMediaType
            headers[.contentDisposition] = "attachment; filename=\"alerts.csv\""
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: history.csv)))
        }
    }
}
