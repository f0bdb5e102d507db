import AlarmCore
import AlarmWire
import Engine
import Features
import HTTPTypes
import Hummingbird
import Logging
import Storage

extension EndpointServer {
    /// The alarms that a device should have armed: on request, or as a stream (PA1 section 5).
    func serveSync() {
        answer(Endpoints.Sync.synchronise) { engine, call in
            try await engine.synchronise(call.device, since: call.target.since)
        }
        on(Endpoints.Sync.events) { [engine] _, call, http in
            // Listening begins before the cursor is read: a change in between is sent twice rather than never.
            let events = engine.events.listen(as: call.device.id, of: call.device.person)
            let (present, change) = try await engine.read { snapshot in
                (try snapshot.device(call.device.id), try snapshot.lastChange(of: call.device.person))
            }
            // The device was removed or linked to another person since the envelope was opened: nothing else would end the stream.
            guard let present, present.person == call.device.person else {
                engine.events.end(call.device.id)
                throw Problem(.unauthorized)
            }
            await engine.noteListening(call.device.id)
            let stream = EventStream(
                first: .sync(SyncCursor(change: change, of: call.device.person)),
                events: events,
                clock: engine.clock,
                request: http.request,
                logger: http.context.logger
            )
            var headers = HTTPFields()
            headers[.contentType] = ServerSentEvent.mediaType
            // A proxy that buffers responses would delay an alarm.
            if let name = HTTPField.Name("x-accel-buffering") { headers[name] = "no" }
            return Response(status: .ok, headers: headers, body: stream.body)
        }
    }
}
