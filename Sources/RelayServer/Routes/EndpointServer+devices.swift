import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import Hummingbird

extension EndpointServer {
    /// Devices: registering, replacing the push token, and the devices of one person (PA1 section 2).
    func serveDevices() {
        // The only request without an envelope: the relay has no key of the device yet. A ticket is rate-limited as a claim.
        add(Endpoints.Devices.register) { [engine, claims, bounds, addresses] request, context in
            try await claims.count(request, context)
            let message = try RegisterDevice(wire: await EnvelopeGate.body(of: request, mediaType: "application/json"))
            return try await bounds.during(addresses.client(of: request, peer: context.peer)) {
                Response(try await engine.write(noting: context.quotas) { tx in try tx.devices.register(message) })
            }
        }
        show(Endpoints.Devices.list) { engine, call, snapshot, _ in try engine.devices(of: call.device, in: snapshot) }
        handle(Endpoints.Devices.addWebhook) { tx, call in try tx.devices.addServer(call.message, by: call.device) }
        handle(Endpoints.Devices.replaceToken) { tx, call in
            try tx.devices.replaceToken(call.message, of: call.device)
        }
        handle(Endpoints.Devices.change) { tx, call in try tx.devices.change(call.message, of: call.device) }
        handle(Endpoints.Devices.remove) { tx, call in
            try tx.devices.remove(call.target, by: call.device)
        } settle: { engine, id in
            try await engine.awaitSends(device: id)
        }
    }

    /// Pushes to browsers: the key with which they subscribe.
    func serveWebPush() {
        add(Endpoints.WebPush.key) { [engine] _, _ in
            guard let channel = engine.channels[.webPush] as? any WebPushing else {
                throw Problem(.notFound, detail: "this relay does not push to browsers: its operator turned that off")
            }
            return Response(.ok, WebPushKeyAnswer(publicKey: channel.publicKey))
        }
    }

    /// All data of a person: exporting and deleting it.
    func serveMe() {
        // No response is stored for a retry, because it would keep data of the person.
        on(Endpoints.Me.delete) { [engine] caller, _, _ in
            let departure = try await engine.write { tx in try tx.me.delete(caller.name) }
            try await engine.awaitSends(circles: departure.circles, devices: departure.devices)
            return Response(.ok, departure.receipt)
        }
        show(Endpoints.Me.export) { engine, call, snapshot, _ in
            try engine.export(for: call.device, since: call.target.since, in: snapshot)
        }
    }
}
