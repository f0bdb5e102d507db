import AlarmCore
import AlarmWire
import Engine
import Features

extension EndpointServer {
    /// The secret address at which calendar programs read a person's alarms.
    func serveCalendar() {
        handle(Endpoints.Calendar.makeLink) { tx, call in try tx.calendarFeeds.makeLink(by: call.device) }
        show(Endpoints.Calendar.link) { engine, call, snapshot, _ in
            try engine.calendarLink(of: call.device.person, in: snapshot)
        }
        handle(Endpoints.Calendar.revokeLink) { tx, call in try tx.calendarFeeds.revokeLink(by: call.device) }
    }
}
