import AlarmWire
import ArgumentParser
import DeviceKit

/// What somebody enters to pair, or to join another device: a code, or the whole link.
struct CodeOrLink: ParsableArguments {
    @Argument(help: "The code, as LLLLL-SSSSS-SSSSS-SSSSC, or the whole link.")
    var code: String

    /// Tells a typo before anything is done.
    func validate() throws {
        do throws(PairingError) {
            try check()
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Where a device that is new finds its relay: what `options` say, else the relay that a link names.
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
