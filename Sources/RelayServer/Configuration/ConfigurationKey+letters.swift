import CurlClient

extension ConfigurationKey {
    static let smtpServer = ConfigurationKey(
        "smtp-server",
        form: "HOST:PORT, as in mail.example.org:587",
        defaultValue: nil,
        meaning: "The mail server that takes letters to contacts; unset, the relay sends no e-mail."
    )
    static let smtpSecurity = ConfigurationKey(
        "smtp-security",
        form: "one of " + MailServer.Security.allCases.map(\.rawValue).joined(separator: ", "),
        defaultValue: MailServer.Security.startTLS.rawValue,
        meaning: "How the connection to it is protected; 'none' only for a server on this machine."
    )
    static let smtpUser = ConfigurationKey(
        "smtp-user",
        form: "a user name",
        defaultValue: nil,
        meaning: "As whom the relay logs in there; needs smtp-password-file."
    )
    static let smtpPasswordFile = ConfigurationKey(
        "smtp-password-file",
        form: "the path of a file that only its owner can read",
        defaultValue: nil,
        meaning: "The password for it, on the first line."
    )
    static let smtpFrom = ConfigurationKey(
        "smtp-from",
        form: "an e-mail address",
        defaultValue: nil,
        meaning: "Whom letters are from."
    )
    static let smtpReturnPath = ConfigurationKey(
        "smtp-return-path",
        form: "an e-mail address",
        defaultValue: "SMTP-FROM",
        meaning: "Where letters that could not be delivered are reported; pass the reports to 'reveille bounce'."
    )
    static let smtpFromName = ConfigurationKey(
        "smtp-from-name",
        form: "a name",
        defaultValue: "Reveille",
        meaning: "The name beside that address."
    )
    static let smtpCAFile = ConfigurationKey(
        "smtp-ca-file",
        form: "the path of a PEM file",
        defaultValue: nil,
        meaning: "Authorities to trust for the mail server besides the system's."
    )
    static let twilioAccount = ConfigurationKey(
        "twilio-account",
        form: "an account SID, as in AC0123456789abcdef0123456789abcdef",
        defaultValue: nil,
        meaning: "The Twilio account that sends text messages; unset, the relay sends none."
    )
    static let twilioAPIKey = ConfigurationKey(
        "twilio-api-key",
        form: "the SID of an API key, SK and 32 hexadecimal digits",
        defaultValue: nil,
        meaning: "The API key to use instead of the account's own token."
    )
    static let twilioSecretFile = ConfigurationKey(
        "twilio-secret-file",
        form: "the path of a file that only its owner can read",
        defaultValue: nil,
        meaning: "The API key's secret, or the account's auth token, on the first line."
    )
    static let twilioFrom = ConfigurationKey(
        "twilio-from",
        form: "a number as +15005550006, or the SID of a messaging service",
        defaultValue: nil,
        meaning: "Whom text messages are from."
    )
    static let twilioEndpoint = ConfigurationKey(
        "twilio-endpoint",
        form: "https://HOST[:PORT], or http:// on this machine",
        defaultValue: "https://api.twilio.com",
        meaning: "Where the provider's API is."
    )
    static let twilioAuthTokenFile = ConfigurationKey(
        "twilio-auth-token-file",
        form: "the path of a file that only its owner can read",
        defaultValue: nil,
        meaning: "The account's auth token, for calls with an API key; Twilio signs with it what it says of a call."
    )
    static let twilioCallFrom = ConfigurationKey(
        "twilio-call-from",
        form: "a number as +15005550006",
        defaultValue: nil,
        meaning: "The number that calls people who have agreed to calls; unset, the relay calls nobody."
    )
    static let callsPerDay = ConfigurationKey(
        "calls-per-day",
        form: "a whole number from 0 to 1000000",
        defaultValue: "20",
        meaning: "Calls that may be made in a day of UTC; each is paid for."
    )
    static let smsSegmentsPerDay = ConfigurationKey(
        "sms-segments-per-day",
        form: "a whole number from 0 to 1000000",
        defaultValue: "100",
        meaning: "Segments of text messages that may be sent in a day of UTC; each is paid for."
    )
    static let webhooks = ConfigurationKey(
        "webhooks",
        form: "one of none, public, private",
        defaultValue: "public",
        meaning:
            "Which servers may be told: none; those with public addresses; or private ones, in one's own house, too."
    )
    static let webhookCAFile = ConfigurationKey(
        "webhook-ca-file",
        form: "the path of a PEM file",
        defaultValue: nil,
        meaning: "Authorities to trust for webhooks besides the system's."
    )
}
