import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// The argument for pairing or joining: a code, or the whole link.
struct CodeOrLink: ParsableArguments {
    @Argument(help: "The code, as LLLLL-SSSSS-SSSSS-SSSSC, or the whole link.")
    var code: String

    /// Rejects a mistyped code before anything is done.
    func validate() throws {
        do throws(PairingError) {
            try check()
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Returns the relay for a new device: that of `options`, else that of the link.
    func relay(_ options: RelayOptions) -> RelayOptions {
        var options = options
        if options.relay == nil, isLink { options.relay = (try? PairingLink(compact))?.origin.text }
        return options
    }

    private func check() throws(PairingError) {
        if isLink {
            do {
                _ = try PairingLink(compact)
            } catch {
                throw .link(error)
            }
        } else {
            do {
                _ = try PairingCode(typed: code)
            } catch {
                throw .mistyped(error)
            }
        }
    }

    private var isLink: Bool { code.contains("#") }
    private var compact: String { code.filter { !$0.isWhitespace } }
}

/// The option for the name that the partner sees.
struct NameOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How your partner sees you. (default: as last time, else the profile's or the login name)",
            valueName: "name"
        )
    )
    var name: String?

    func validate() throws {
        guard name.map(DisplayNameRules.isValid) ?? true else { throw ValidationError("\(DeviceError.unusableName)") }
    }

    /// Returns the first of the possible names that can be shown.
    func text(of profile: Profile, called profileName: ProfileName, in environment: [String: String]) -> String {
        let own = profileName == .default ? nil : profileName.text
        let candidates = [name, profile.displayName, own, environment["USER"], environment["LOGNAME"]]
        return candidates.lazy.compactMap(\.self).first(where: DisplayNameRules.isValid) ?? profileName.text
    }
}

/// The option for how long a code is valid.
struct TTLOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long the code is good, 1m to 24h. (default: \(CreateInvite.defaultTTL))",
            valueName: "span"
        ),
        transform: Span.argument(in: Invite.ttlRange)
    )
    var ttl: Span = CreateInvite.defaultTTL
}
