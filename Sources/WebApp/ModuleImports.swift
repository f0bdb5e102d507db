/// The static imports of JavaScript modules, and of those that they import in turn.
enum ModuleImports {
    /// The modules of a site that the first screen of a stranger needs: the app, and the screen itself.
    private static let firstScreen = ["main.js", "screens/welcome.js"]

    /// The page with a link `modulepreload` for each module of the first screen.
    ///
    /// A browser finds out what a module imports when it has read it. With these links it asks for all of them at once,
    /// and not for each a round trip later than for the one that imports it.
    static func preloading(_ page: String, from modules: [String: [UInt8]]) -> String {
        guard let head = page.firstRange(of: "<script type=\"module\"") else { return page }
        var order: [String] = []
        for path in firstScreen { collect(path, modules, into: &order) }
        let links = order.map { "<link rel=\"modulepreload\" href=\"/\($0)\">\n" }.joined()
        return page[..<head.lowerBound] + links + page[head.lowerBound...]
    }

    private static func collect(_ path: String, _ modules: [String: [UInt8]], into order: inout [String]) {
        guard !order.contains(path), let bytes = modules[path], let text = String(validating: bytes, as: UTF8.self)
        else { return }
        order.append(path)
        let statement = /^(?:import|(?:import|export)\s[\w\s{},*]+\sfrom)\s+"(\.[^"]+)"/.anchorsMatchLineEndings()
        for match in text.matches(of: statement) {
            collect(resolve(String(match.1), from: path), modules, into: &order)
        }
    }

    /// Resolves the specifier of an import, as in `../relay/calls.js`, against the path of the module that has it.
    static func resolve(_ specifier: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in specifier.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
