import AlarmCore
import AlarmWire
import Engine
import Features

extension EndpointServer {
    /// Check-ins, their plan, and the link by which scripts check in.
    func serveCheckIns() {
        handle(Endpoints.CheckIns.checkIn) { tx, call in try tx.checkIns.checkIn(call.message, by: call.device) }
        show(Endpoints.CheckIns.show) { engine, call, snapshot, now in
            try engine.checkIns(of: call.device.person, at: now, in: snapshot)
        }
        handle(Endpoints.CheckIns.plan) { tx, call in try tx.checkIns.plan(call.message, by: call.device) }
        handle(Endpoints.CheckIns.snooze) { tx, call in try tx.checkIns.snooze(by: call.device) }
        handle(Endpoints.CheckIns.addLink) { tx, call in try tx.checkIns.addLink(call.message, by: call.device) }
        show(Endpoints.CheckIns.links) { engine, call, snapshot, _ in
            try engine.checkInLinks(of: call.device.person, in: snapshot)
        }
        handle(Endpoints.CheckIns.revokeLink) { tx, call in try tx.checkIns.revokeLink(call.target, by: call.device) }
        show(Endpoints.CheckIns.card) { engine, call, snapshot, _ in
            try engine.card(of: call.device.person, in: snapshot)
        }
        handle(Endpoints.CheckIns.setCard) { tx, call in try tx.checkIns.setCard(call.message, by: call.device) }
        handle(Endpoints.CheckIns.removeCard) { tx, call in try tx.checkIns.removeCard(by: call.device) }
        handle(Endpoints.CheckIns.makeLink) { tx, call in try tx.checkIns.makeLink(by: call.device) }
        handle(Endpoints.CheckIns.removeLink) { tx, call in try tx.checkIns.removeLink(by: call.device) }
        show(Endpoints.CheckIns.addresses) { engine, call, snapshot, _ in
            try engine.ownAddresses(of: call.device, in: snapshot)
        }
        handle(Endpoints.CheckIns.setAddresses) { tx, call in
            try tx.checkIns.setOwnAddresses(call.message, by: call.device)
        }
        handle(Endpoints.CheckIns.removeAddresses) { tx, call in
            try tx.checkIns.removeOwnAddresses(by: call.device)
        }
        handle(Endpoints.CheckIns.rehearse) { tx, call in try tx.checkIns.rehearse(by: call.device) }
        handle(Endpoints.CheckIns.testNotification) { tx, call in try tx.checkIns.testNotification(by: call.device) }
    }

    /// Contacts: people without the app whom the relay notifies.
    func serveContacts() {
        handle(Endpoints.Contacts.add) { tx, call in try tx.contacts.add(call.message, by: call.device) }
        show(Endpoints.Contacts.list) { engine, call, snapshot, _ in try engine.contacts(of: call.device, in: snapshot)
        }
        handle(Endpoints.Contacts.change) { tx, call in
            try tx.contacts.change(call.target, call.message, by: call.device)
        }
        handle(Endpoints.Contacts.remove) { tx, call in try tx.contacts.remove(call.target, by: call.device) }
        handle(Endpoints.Contacts.askAgain) { tx, call in try tx.contacts.askAgain(call.target, by: call.device) }
    }
}
