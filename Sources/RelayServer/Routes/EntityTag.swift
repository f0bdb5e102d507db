import HTTPTypes
import Hummingbird

extension Request {
    /// Whether the client has the content with this entity tag already, quotes included (RFC 9110, section 13.1.2).
    ///
    /// Tags are compared weakly.
    func hasEntity(_ tag: String) -> Bool {
        list(.ifNoneMatch).contains { $0 == "*" || $0.hasSuffix(tag) }
    }

    /// The members of a header that is a list, without the white space between them.
    func list(_ name: HTTPField.Name) -> [Substring] {
        (headers[name] ?? "").split { $0 == "," || $0 == " " }
    }
}
