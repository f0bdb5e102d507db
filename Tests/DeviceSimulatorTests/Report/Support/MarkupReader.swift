import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads well-formed markup with the system's XML parser, so that tests can inspect the elements.
final class MarkupReader: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []
    private(set) var text = ""
    private(set) var failure: String?

    /// Reads a whole document.
    init(_ markup: String) {
        super.init()
        let parser = XMLParser(data: Data(markup.utf8))
        parser.delegate = self
        if !parser.parse() {
            failure = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "not well-formed")"
        }
    }

    /// The values of an attribute on any element.
    func values(of attribute: String) -> [String] { elements.compactMap { $0.attributes[attribute] } }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }
}
