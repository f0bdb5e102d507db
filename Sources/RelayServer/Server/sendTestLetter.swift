package import AlarmCore
package import Delivery
package import Engine
import Logging

/// Sends one letter by the mail server of a configuration, without a relay.
///
/// - Returns: what the server answered.
/// - Throws: `RelayError` where the configuration cannot be used.
package func sendTestLetter(
    to recipient: EmailAddress,
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock()
) async throws -> DeliveryOutcome {
    let channels = try configuration.contactChannels(client: nil, clock: clock, logger: configuration.makeLogger())
    let now = clock.now()
    let (id, alarm) = RandomSource.system.draw { (DeliveryID.random(using: &$0), AlarmID.random(using: &$0)) }
    let words = "Letters from the relay at \(configuration.origin) arrive here. Nobody is in danger: this is a test."
    let mail = OutgoingMail(
        id: id,
        alarm: alarm,
        recipient: Mailbox(name: "", address: recipient),
        subject: "Test of letters from Reveille",
        text: words + "\n",
        html: "<!doctype html><html lang=\"en\"><title>Test</title><p>\(words)</p></html>",
        language: "en",
        date: now,
        deadline: now + .minutes(1)
    )
    return await channels.mail?.send(mail) ?? .rejected(reason: "no mail server is configured")
}
