internal import CWebSite

/// The description of the relay's HTTP interface, which it serves itself: a page to read, and the OpenAPI file.
///
/// The page is made from the file (`make api-page`); it stands alone, with its style and without a script.
package struct InterfaceDescription: Sendable {
    /// The page, at `/api`.
    package let page: WebFile
    /// The file, at `/openapi.yaml`.
    package let file: WebFile
    /// The page's style sheet, the only thing that its policy has to allow.
    package let styleSheet: String

    /// The embedded description, put together once in a process.
    ///
    /// - Throws: ``WebSiteError``.
    package static func embedded() throws(WebSiteError) -> InterfaceDescription {
        try once.get()
    }

    private static let once = Result { () throws(WebSiteError) in
        try InterfaceDescription(unsafe Embedded.files(reveille_description_table(), reveille_description_total()))
    }

    init(_ sources: [String: [UInt8]]) throws(WebSiteError) {
        guard let page = sources["api"], let text = String(validating: page, as: UTF8.self),
            let start = text.firstRange(of: "<style>")?.upperBound,
            let end = text.firstRange(of: "</style>")?.lowerBound, start <= end
        else { throw .missing("api") }
        guard let file = sources["openapi.yaml"] else { throw .missing("openapi.yaml") }
        self.page = try WebFile("/api", page, name: "index.html")
        self.file = try WebFile("/openapi.yaml", file)
        styleSheet = String(text[start..<end])
    }
}
