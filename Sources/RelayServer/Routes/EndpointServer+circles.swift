import AlarmWire
import Engine
import Features

extension EndpointServer {
    /// Families and care circles: creating, showing, changing and leaving them.
    func serveCircles() {
        handle(Endpoints.Circles.create) { tx, call in try tx.circles.create(call.message, by: call.device) }
        show(Endpoints.Circles.list) { engine, call, snapshot, _ in try engine.circles(of: call.device, in: snapshot) }
        show(Endpoints.Circles.show) { engine, call, snapshot, _ in
            try engine.circle(call.target, for: call.device, in: snapshot)
        }
        handle(Endpoints.Circles.change) { tx, call in
            try tx.circles.change(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Circles.changeMember) { tx, call in
            try tx.circles.changeMember(call.target.person, of: call.target.circle, call.message, by: call.device)
        }
        handle(Endpoints.Circles.removeMember) { tx, call in
            try tx.circles.removeMember(
                call.target.person,
                of: call.target.circle,
                handingOverTo: call.target.heir,
                by: call.device
            )
        } settle: { engine, member in
            try await engine.awaitSends(circle: member.circle)
        }
        show(Endpoints.Circles.introductions) { engine, call, snapshot, _ in
            try engine.introductions(in: call.target, for: call.device, in: snapshot)
        }
        handle(Endpoints.Circles.introduce) { tx, call in
            try tx.circles.introduce(call.message, to: call.target.person, in: call.target.circle, by: call.device)
        }
    }
}
