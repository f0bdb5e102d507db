import AlarmCore
import AlarmWire
import ArgumentParser

/// How long a code that is shown is good.
struct LifetimeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long the code is good, 1m to 24h. (default: \(CreateInvite.usualLifetime))",
            valueName: "span"
        ),
        transform: Span.argument(in: Invite.lifetimes)
    )
    var ttl: Span = CreateInvite.usualLifetime
}
