import AlarmWire
import ArgumentParser

/// How a contact is reached, and in which language.
struct ContactOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Their e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Their telephone number, as +491701234567.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("An https address that is told as well, signed.", valueName: "url"))
    var webhook: String?

    @Option(help: ArgumentHelp("Their language: en, zh-Hant or zh-Hans.", valueName: "tag"))
    var language: String?

    /// The request; what is not given is as it was.
    func request(named name: String, insteadOf known: ContactRequest? = nil) -> ContactRequest {
        ContactRequest(
            name: name,
            email: email ?? known?.email,
            phone: phone ?? known?.phone,
            webhook: webhook ?? known?.webhook,
            language: language ?? known?.language ?? "en"
        )
    }
}
