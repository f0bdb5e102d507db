import AlarmWire
import Engine
import Features
import Storage

extension EndpointServer {
    /// Alarms: setting, showing, changing and cancelling them, and receipts of devices (PA1 section 5).
    func serveAlarms() {
        handle(Endpoints.Alarms.set, reading: { try Alarms.reads(for: $1) }) { tx, call in
            try tx.alarms.accept(call.message, from: call.device)
        }
        show(Endpoints.Alarms.list) { engine, call, snapshot, _ in try engine.list(for: call.device, in: snapshot) }
        show(Endpoints.Alarms.show) { engine, call, snapshot, _ in
            try engine.view(of: call.target, for: call.device, in: snapshot)
        }
        handle(Endpoints.Alarms.change, reading: { id, _ in [.alarm(id)] }) { tx, call in
            try tx.alarms.change(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Alarms.cancel, reading: { id, _ in [.alarm(id)] }) { tx, call in
            try tx.alarms.cancel(call.target, by: call.device)
        } settle: { engine, id in
            try await engine.awaitSends(alarm: id)
        }
        handle(Endpoints.Alarms.report, reading: { id, _ in [.alarm(id)] }) { tx, call in
            try tx.alarms.take(call.message, of: call.target, from: call.device)
        }
        // Changes nothing, so that a retry is computed anew.
        answer(Endpoints.Alarms.preview) { engine, call in try engine.preview(call.message, at: engine.clock.now()) }
    }
}
