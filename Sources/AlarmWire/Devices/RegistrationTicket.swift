/// A ticket that entitles a device to register with a relay (PA1 section 2).
public enum RegistrationTicket: Hashable, WireMessage {
    /// The proof that the device knows the code of a live invite: `claimAuth`, 32 bytes.
    case invite(locator: String, auth: [UInt8])
    /// A code that the relay's operator made.
    case enrolment(code: String)

    private enum Kind: String, CaseIterable {
        case invite, enrolment
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        switch try object.word("kind", as: Kind.self) {
        case .invite:
            self = .invite(locator: try object.locator("locator"), auth: try object.bytes("auth", count: 32))
        case .enrolment:
            self = .enrolment(code: try object.string("code", bytes: 1...128))
        }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        switch self {
        case .invite(let locator, let auth):
            .object(of: ["kind": .word(Kind.invite), "locator": .string(locator), "auth": .bytes(auth)])
        case .enrolment(let code):
            .object(of: ["kind": .word(Kind.enrolment), "code": .string(code)])
        }
    }
}

extension RegistrationTicket: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of ticket, not the ticket.
    public var description: String {
        switch self {
        case .invite(let locator, _): "invite \(locator) (proof redacted)"
        case .enrolment: "enrolment code (redacted)"
        }
    }

    /// The kind of ticket, not the ticket.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ObjectReader {
    /// Takes the five symbols of an invite's locator, in canonical spelling.
    mutating func locator(_ name: String) throws(WireError) -> String {
        try text(name, expected: "5 symbols of Crockford's base 32, upper case") {
            PairingCode.isLocator($0) ? $0 : nil
        }
    }
}
