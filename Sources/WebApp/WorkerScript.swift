/// The service worker as one classic script, joined from the modules that `worker/main.js` imports.
///
/// Firefox's extended support release runs no modules as service workers. The modules that a worker reaches keep to a
/// few rules for this: imports are named and unrenamed, `export` stands in front of a declaration, and no two modules
/// use the same name at the top.
struct WorkerScript {
    /// The script.
    let text: String

    /// Joins the modules in the order of their dependencies.
    ///
    /// - Parameters:
    ///   - main: the path of the first module.
    ///   - version: the version of the site, which the script finds as `self.REVEILLE_VERSION`.
    ///   - module: returns the text of the module at a path; nil if there is none.
    /// - Throws: ``WebSiteError`` for a missing module, and for an import that cannot be joined.
    init(main: String, version: String, module: (String) -> String?) throws(WebSiteError) {
        var joined: [String] = []
        var seen: Set<String> = []
        try Self.join(main, &seen, &joined, module)
        text = """
            self.REVEILLE_VERSION = "\(version)";
            (() => {
            "use strict";
            \(joined.joined(separator: "\n"))
            })();

            """
    }

    private static func join(
        _ path: String,
        _ seen: inout Set<String>,
        _ joined: inout [String],
        _ module: (String) -> String?
    ) throws(WebSiteError) {
        guard seen.insert(path).inserted else { return }
        guard let text = module(path) else { throw .missing(path) }
        let statement = /^import\s+(?:\{[^}]*\}\s*from\s*)?"([^"]+)";?\s*$/.anchorsMatchLineEndings()
        for match in text.matches(of: statement) {
            if match.0.contains(/\bas\b/) { throw .unjoinable(path) }
            try join(ModuleImports.resolve(String(match.1), from: path), &seen, &joined, module)
        }
        let body = text.replacing(statement, with: "")
            .replacing(/^export (?=(?:async |function|class|const|let))/.anchorsMatchLineEndings(), with: "")
        if body.contains(/^(?:import|export)\b/.anchorsMatchLineEndings()) { throw .unjoinable(path) }
        joined.append(body)
    }
}
