public import AlarmCore

/// A relay and a code, as one link.
///
/// The code is in the fragment, which a browser does not send.
public struct PairingLink: Hashable, Sendable {
    /// The scheme of links that only the app opens.
    public static let customScheme = "reveille"

    /// The relay.
    public let origin: Origin
    /// The code.
    public let code: PairingCode
    /// What the page behind the link speaks of; what the code is really for, the invite itself says.
    public let purpose: Invite.Purpose

    /// Makes a link.
    public init(origin: Origin, code: PairingCode, purpose: Invite.Purpose = .partner) {
        self.origin = origin
        self.code = code
        self.purpose = purpose
    }

    /// `https://HOST/p#CODE`, or `https://HOST/p?care#CODE` for another purpose than a pair: opens the app where it is
    /// installed, and a page that explains where it is not.
    public var url: String { "\(origin.text)\(path)#\(code.formatted)" }

    /// `HTTPS://HOST/P#CODE`, for a QR symbol: capitals pack more densely.
    public var qrText: String { "\(origin.text)\(path)".uppercased() + "#\(code.formatted)" }

    private var path: String { purpose == .partner ? "/p" : "/p?\(purpose.rawValue)" }

    /// `reveille://HOST/p#CODE`, the fallback; nil for an https relay on the same machine, because such a link names no
    /// scheme and a loopback host implies plain http.
    public var customSchemeURL: String? {
        guard origin.isSecure != Origin.loopbackHosts.contains(origin.host) else { return nil }
        return "\(Self.customScheme)://\(origin.authority)\(path)#\(code.formatted)"
    }

    /// Reads any of the three forms.
    ///
    /// - Throws: what is wrong.
    public init(_ text: some StringProtocol) throws(PairingLinkError) {
        guard let hash = text.firstIndex(of: "#") else { throw .fragment }
        guard text[..<hash].utf8.allSatisfy({ $0 < 0x80 }) else { throw .origin(.host) }
        let parts = text[..<hash].lowercased().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first, address.hasSuffix("/p"),
            let purpose = parts.count == 1 ? .partner : Invite.Purpose(rawValue: String(parts[1]))
        else { throw .path }
        self.purpose = purpose
        do {
            origin = try Self.origin(address.dropLast(2))
        } catch {
            throw .origin(error)
        }
        do {
            code = try PairingCode(typed: text[text.index(after: hash)...])
        } catch {
            throw .code(error)
        }
    }

    private static func origin(_ base: Substring) throws(OriginError) -> Origin {
        let prefix = customScheme + "://"
        guard base.hasPrefix(prefix) else {
            guard base.last != "/" else { throw .host }
            return try Origin(base)
        }
        let authority = base.dropFirst(prefix.count)
        let isLocal = Origin.loopbackHosts.contains { authority == $0 || authority.hasPrefix($0 + ":") }
        return try Origin(isSecure: !isLocal, authority: authority)
    }
}

extension PairingLink: CustomStringConvertible, CustomDebugStringConvertible {
    /// The link without its secret.
    public var description: String { "\(origin.text)\(path)#\(code)" }

    /// The link without its secret.
    public var debugDescription: String { description }
}

/// Why a text is not a pairing link.
public enum PairingLinkError: Error, Hashable, Sendable {
    /// The relay's address is wrong.
    case origin(OriginError)
    /// The path is not `/p`.
    case path
    /// There is no `#` with a code after it.
    case fragment
    /// The code is wrong.
    case code(PairingCodeError)
}

extension PairingLinkError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .origin(let error): error.description
        case .path: "This is no pairing link: it has to look like https://relay.example.org/p#CODE."
        case .fragment: "The link has lost its code, the part after #. Copy the whole link, or type the code."
        case .code(let error): error.description
        }
    }
}
