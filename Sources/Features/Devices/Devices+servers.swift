package import AlarmCore
package import AlarmWire
import Delivery
package import Engine
import Sealing
import Storage

extension Devices {
    /// Adds a server of the caller's person, which is told as their devices are (PA1 section 2).
    ///
    /// It has no key and cannot call the relay. It speaks the language of the device that adds it, by its clock.
    ///
    /// - Throws: the problems `malformed` for a URL that is not requested, `no-channel` where the relay sends no
    ///   webhooks, `quota-exceeded` for one device too many, `conflict` for a device whose invite is not confirmed.
    package func addServer(_ request: AddWebhookDevice, by device: Device) throws -> EngineResponse {
        try tx.requireConfirmed(device.person)
        let limit = engine.limits.devicesPerPerson
        guard try transaction.devices(of: device.person).count < limit else {
            throw Problem(.quotaExceeded, detail: "a person may have \(limit) devices: remove one first")
        }
        guard let channel = engine.channels[.webhook] else {
            throw Problem(
                .noChannel,
                detail: "this relay sends no webhooks: its operator has to allow them",
                pointer: "/webhook"
            )
        }
        let (id, key) = engine.random.draw { random in
            (
                DeviceID.random(using: &random),
                DocumentID.random(using: &random).bytes + DocumentID.random(using: &random).bytes
            )
        }
        guard let url = WebURL(request.webhook), let address = WebhookAddress(url: url, key: key),
            let secret = address.secret
        else {
            throw Problem(.malformed, detail: "a webhook is an https:// URL", pointer: "/webhook")
        }
        try channel.check(.webhook(address), at: "/webhook")
        let server = Device(
            id: id,
            person: device.person,
            platform: .webhook,
            capabilities: .none,
            timeZone: device.timeZone,
            locale: device.locale,
            keyGeneration: 0,
            // There is no key: nothing is sealed in its place, which opens no envelope.
            sealedKey: try engine.vault.seal(deviceKey: [], of: id),
            registration: try engine.vault.registration(of: id.bytes),
            address: try engine.vault.seal(.webhook(address), of: id, at: now),
            since: now
        )
        try transaction.insert(server)
        tx.commitEffects.persons.insert(device.person)
        return EngineResponse(201, WebhookDeviceAdded(deviceID: id, webhookSecret: secret.revealed()))
    }
}
