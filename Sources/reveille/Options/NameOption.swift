import AlarmWire
import ArgumentParser
import DeviceKit

/// How the user wants to be called by the partner.
struct NameOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How your partner sees you. (default: as last time, else the profile's or the login name)",
            valueName: "name"
        )
    )
    var name: String?

    func validate() throws {
        guard name.map(DisplayName.isValid) ?? true else { throw ValidationError("\(DeviceError.unusableName)") }
    }

    /// The name to use, the first of those that can be shown.
    func text(of profile: Profile, called profileName: ProfileName, in environment: [String: String]) -> String {
        let own = profileName == .usual ? nil : profileName.text
        let candidates = [name, profile.displayName, own, environment["USER"], environment["LOGNAME"]]
        return candidates.lazy.compactMap(\.self).first(where: DisplayName.isValid) ?? profileName.text
    }
}
