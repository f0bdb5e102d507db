import AlarmCore
import AlarmWire
import DeviceKit

extension ScenarioPlay {
    /// Sets the check-in plans up and names the contacts, who are asked at once.
    func setUpCheckIns() async throws {
        for plan in scenario.checkIns { try await watch(plan) }
        for contact in scenario.contacts {
            let addressee = MessagingRecorder.MessageRecipient(lane: .contact(contact.name), agrees: contact.agrees)
            for address in [contact.email, contact.number].compactMap(\.self) {
                messagingRecorder.learn(address, of: addressee)
            }
            let phone = try phone(contact.of)
            timeline.note(.phone(phone.name), "names \(contact.name) as a contact", kind: .request)
            _ = try await phone.device.addContact(
                ContactRequest(
                    name: contact.name.prefix(1).uppercased() + contact.name.dropFirst(),
                    email: contact.email,
                    phone: contact.number,
                    language: contact.language
                )
            )
        }
    }

    /// Sets or changes somebody's check-in plan.
    func watch(_ plan: ScenarioCheckIn) async throws {
        let phone = try phone(plan.phone)
        var words = "is to check in every \(plan.threshold)"
        if plan.kind != .standard { words += ", the \(plan.kind.rawValue) way" }
        if let end = plan.pausedUntil { words += ", from \(end.iso8601) on" }
        timeline.note(.phone(phone.name), words, kind: .request)
        try await phone.device.setCheckIn(
            CheckInSettings(
                kind: plan.kind,
                threshold: plan.threshold,
                pausedUntil: plan.pausedUntil,
                name: scenario.phone(plan.phone)?.person ?? phone.name
            )
        )
    }

    func checkIn(_ phone: VirtualPhone, at place: Place?) async throws {
        timeline.note(.phone(phone.name), "checks in" + (place.map { " at \($0)" } ?? ""), kind: .request)
        try await phone.device.checkIn(at: place, timeZone: phone.state.timeZone)
    }
}
