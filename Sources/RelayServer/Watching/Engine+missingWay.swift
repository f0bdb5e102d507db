import AlarmCore
import Engine
import Storage

extension Engine {
    /// Why people who count on a letter would not get one, though their contacts are stored; nil where they would.
    ///
    /// - Throws: `StoreError`.
    func missingWay() async throws -> String? {
        guard gateways.contactChannels.mail == nil, gateways.contactChannels.sms == nil else { return nil }
        let now = clock.now()
        let counts = try await read { [self] in try $0.counts(at: now, silentAfter: limits.silentAfter) }
        guard let contacts = counts.documents[.contact], contacts > 0 else { return nil }
        return "no mail server and no provider of text messages is configured, though \(contacts) people are kept as "
            + "contacts: nobody of them can be told, and what is for them waits"
    }
}
