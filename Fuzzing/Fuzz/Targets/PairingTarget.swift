import AlarmWire

extension FuzzTarget {
    /// What people type and scan: codes, links and addresses of relays.
    static let pairing = FuzzTarget(name: "pairing") { input in
        let text = String(decoding: input, as: UTF8.self)
        if let code = try? PairingCode(typed: text) {
            require((try? PairingCode(typed: code.formatted)) == code, "a code is typed again")
            require((try? PairingCode(typed: code.formatted.lowercased())) == code, "case does not matter")
            require(PairingCode(locator: code.locator, secret: code.secret) == code, "its parts are canonical")
            require(!"\(code)".contains(code.secret), "a secret is not printed")
        }
        if let link = try? PairingLink(text) {
            for form in [link.url, link.qrText, link.customSchemeURL].compactMap(\.self) {
                require((try? PairingLink(form)) == link, "a link is read back: \(form)")
            }
        }
        if let origin = try? Origin(text) {
            require((try? Origin(origin.text)) == origin, "an address is read back: \(origin.text)")
            require(Origin(canonical: origin.text) == origin, "an address is written canonically: \(origin.text)")
        }
    }
}
