import AlarmCore
import Delivery
import Engine
import RelayTesting
import Storage

extension CheckInFixture {
    /// The same people at the same relay, which has begun anew with other ways to them.
    func restarted(hasMail: Bool = false, hasSMS: Bool = false) throws -> CheckInFixture {
        try CheckInFixture(after: self, hasMail: hasMail, hasSMS: hasSMS)
    }

    private init(after former: CheckInFixture, hasMail: Bool, hasSMS: Bool) throws {
        let channel = RecordingChannel()
        post = RecordingContactChannels()
        phone = former.phone
        fixture = try EngineFixture(
            store: former.fixture.store,
            clock: former.fixture.clock,
            channel: channel,
            gateways: Gateways(
                channel,
                contactChannels: ContactChannels(
                    origin: "https://relay.example.org",
                    mail: hasMail ? post : nil,
                    sms: hasSMS ? post : nil
                )
            ),
            seed: 2
        )
    }
}
