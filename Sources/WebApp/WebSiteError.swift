/// A fault in the files of the web app, found when they are put together.
package enum WebSiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file that another one needs is not there.
    case missing(String)
    /// A module of the service worker has an import or export that cannot be joined into one script.
    case unjoinable(String)
    /// A digest could not be computed.
    case digest

    package var description: String {
        switch self {
        case .missing(let path): "the web app has no file \(path)"
        case .unjoinable(let path): "\(path) imports or exports in a form that a joined script cannot have"
        case .digest: "the files of the web app could not be hashed"
        }
    }
}
