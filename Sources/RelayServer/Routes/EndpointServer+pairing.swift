import AlarmWire
import Engine
import Features

extension EndpointServer {
    /// Invites: from a code to a pair, a place in a circle, or one more device (PA1 section 4).
    func serveInvites() {
        handle(Endpoints.Invites.create) { tx, call in try tx.pairing.createInvite(call.message, by: call.device) }
        handle(Endpoints.Invites.claim) { tx, call in try tx.pairing.claim(call.message, by: call.device) }
        show(Endpoints.Invites.show) { engine, call, snapshot, _ in
            try engine.inviteStatus(call.target, for: call.device, in: snapshot)
        }
        handle(Endpoints.Invites.cancel) { tx, call in try tx.pairing.cancelInvite(call.target, by: call.device) }
        handle(Endpoints.Invites.answer) { tx, call in
            try tx.pairing.answer(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Invites.handOver) { tx, call in
            try tx.pairing.handOver(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Invites.confirm) { tx, call in
            try tx.pairing.confirm(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Invites.acknowledge) { tx, call in try tx.pairing.acknowledge(call.target, by: call.device) }
    }

    /// Pairs: listing and ending them (PA1 section 8), and consent.
    func servePairs() {
        show(Endpoints.Pairs.list) { engine, call, snapshot, _ in try engine.pairs(of: call.device, in: snapshot) }
        handle(Endpoints.Pairs.revoke) { tx, call in
            try tx.pairing.revoke(call.target, by: call.device)
        } settle: { engine, id in
            try await engine.awaitSends(circle: id)
        }
        show(Endpoints.Pairs.showConsent) { engine, call, snapshot, _ in
            try engine.consent(for: call.target.id, of: call.device, in: snapshot)
        }
        handle(Endpoints.Pairs.setConsent) { tx, call in
            try tx.consents.set(for: call.target.id, to: call.message, by: call.device)
        }
    }
}
