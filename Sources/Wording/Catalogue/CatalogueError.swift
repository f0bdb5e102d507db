/// Why bytes are not the catalogue of a language.
enum CatalogueError: Error, Hashable {
    case notTexts
    case missing(String)
    case unknown(String)
    case template(key: String, TemplateFault)
}

extension CatalogueError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notTexts: "a catalogue is one JSON object whose values are all strings"
        case .missing(let key): "\(key): this text is missing; write it in the language of the catalogue"
        case .unknown(let key): "\(key): no such text is asked for; remove it or add its key"
        case .template(let key, let fault): "\(key): \(fault)"
        }
    }
}
