package import AlarmCore
package import AlarmWire
import Delivery

extension Engine {
    /// Which of these media nothing is known to have got through by of late, although the relay is set up for them.
    ///
    /// By what this process has tried to send: one that has just begun knows of none.
    package func delays(by media: some Sequence<Destination.Medium>) -> [MediumDelay] {
        let troubles = channelHealth.troubles(at: clock.now())
        return media.compactMap { medium in
            guard gateways.contactChannels.lack(of: medium) == nil,
                let trouble = troubles.first(where: { $0.origin == ChannelOrigin(medium) })
            else { return nil }
            let reason = String(trouble.reason.description.prefix(200))
            return MediumDelay(
                medium: medium,
                since: trouble.since,
                reason: reason.isEmpty ? "no answer" : reason,
                isUncertain: trouble.isUncertain
            )
        }
    }
}
