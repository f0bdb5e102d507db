import Foundation

/// All texts in one language.
struct Catalogue: Sendable {
    let language: Language
    private let templates: [String: Template]

    /// Reads a JSON object of texts; it must have every text of the language and no other.
    init(_ json: [UInt8], language: Language) throws(CatalogueError) {
        guard let texts = try? JSONDecoder().decode([String: String].self, from: Data(json)) else { throw .notTexts }
        let names = Set(TextKey.allCases.flatMap { $0.names(in: language) })
        if let extra = texts.keys.filter({ !names.contains($0) }).min() { throw .unknown(extra) }
        var templates: [String: Template] = [:]
        for name in names.sorted() {
            guard let text = texts[name] else { throw .missing(name) }
            do throws(TemplateError) {
                templates[name] = try Template(text)
            } catch {
                throw .template(key: name, error)
            }
        }
        self.language = language
        self.templates = templates
    }

    func template(_ key: TextKey) -> Template? {
        templates[key.hasForms ? key.name(.other) : key.rawValue]
    }

    func template(_ key: TextKey, for count: Int64) -> Template? {
        templates[key.name(language.pluralForm(for: count))]
    }
}

extension Catalogue {
    /// Reads a compiled-in catalogue.
    ///
    /// A catalogue that cannot be read is a fault of the build, which every test of texts shows; the relay cannot run
    /// without it.
    private static func compiled(_ json: [UInt8], _ language: Language) -> Catalogue {
        do throws(CatalogueError) {
            return try Catalogue(json, language: language)
        } catch {
            preconditionFailure("the catalogue \(language.rawValue) that was compiled in is broken: \(error)")
        }
    }

    private static let english = compiled(PackageResources.en_json, .english)
    private static let traditionalChinese = compiled(PackageResources.zh_Hant_json, .traditionalChinese)
    private static let simplifiedChinese = compiled(PackageResources.zh_Hans_json, .simplifiedChinese)

    /// The texts in `language`, read once.
    static func of(_ language: Language) -> Catalogue {
        switch language {
        case .english: english
        case .traditionalChinese: traditionalChinese
        case .simplifiedChinese: simplifiedChinese
        }
    }
}

/// Why bytes are not the catalogue of a language.
enum CatalogueError: Error, Hashable {
    case notTexts
    case missing(String)
    case unknown(String)
    case template(key: String, TemplateError)
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
