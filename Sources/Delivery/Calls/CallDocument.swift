/// What the provider of calls is to do on the telephone: say something, and wait for a key or hang up.
///
/// Written in TwiML (Twilio, "TwiML for Programmable Voice": `Say`, `Gather`).
package struct CallDocument: Hashable, Sendable {
    /// The key that answers.
    package static let answerKey = "1"
    /// How long a key is waited for once everything is said.
    ///
    /// 10 s.
    static let patience = 10

    /// What is said.
    package var text: String
    /// The language in which it is said, as the provider names it.
    package var voice: String
    /// The address to which a key is reported; nil where none is waited for.
    package var answerURL: String?

    /// Creates a document.
    package init(text: String, voice: String, answerURL: String? = nil) {
        self.text = text
        self.voice = voice
        self.answerURL = answerURL
    }

    /// The document in XML.
    package var xml: String {
        let said = { (loops: String) in "<Say language=\"\(escaped(voice))\"\(loops)>\(escaped(text))</Say>" }
        let body =
            if let answerURL {
                // Twice, since whoever was woken does not hear the first words. Without a key the call ends.
                "<Gather numDigits=\"1\" timeout=\"\(Self.patience)\" method=\"POST\" action=\"\(escaped(answerURL))\">"
                    + said(" loop=\"2\"") + "</Gather>"
            } else {
                said("")
            }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Response>\(body)<Hangup/></Response>\n"
    }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // XML 1.0 has no other control characters.
            case "\t", "\n", "\r": escaped += " "
            default: if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
