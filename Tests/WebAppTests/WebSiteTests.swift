import Foundation
import Testing

@testable import WebApp

@Suite("The files of the web app")
struct WebSiteTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Every file of the site is embedded, as it is on disk, and no other")
    func embedded() throws {
        let folder = Self.root.appending(path: "Sources/WebApp/site")
        let site = try WebSite()
        var sources: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: path)
            guard !file.hasDirectoryPath, file.pathExtension != "ts",
                try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false
            else { continue }
            sources[path] = Array(try Data(contentsOf: file))
        }
        for (path, bytes) in sources {
            let embedded = try #require(site.files["/" + path], "run `make site`: \(path) is not embedded")
            #expect(WebSite.served(path, bytes, among: sources) == embedded.bytes, "\(path)")
        }
        #expect(Set(site.files.keys) == Set(sources.keys.map { "/" + $0 }).union(["/worker.js", "/shell.json"]))
    }

    @Test("The shell lists every file but the worker, under the site's version")
    func shell() throws {
        let site = try WebSite()
        let list = try #require(site.files["/shell.json"])
        let object = try JSONSerialization.jsonObject(with: Data(list.bytes)) as? [String: Any]
        #expect(object?["version"] as? String == site.version)
        let others: Set = ["/worker.js", "/shell.json"]
        #expect(Set(object?["files"] as? [String] ?? []) == Set(site.files.keys).subtracting(others))
    }

    @Test("Another byte in any file is another version, for the worker too")
    func version() throws {
        let page = Array("<!doctype html>".utf8)
        let one = try WebSite(["index.html": page, "worker/main.js": Array("let a = 1;".utf8)])
        let two = try WebSite(["index.html": page + [10], "worker/main.js": Array("let a = 1;".utf8)])
        #expect(one.version != two.version)
        #expect(one.files["/worker.js"]?.hash != two.files["/worker.js"]?.hash)
    }

    @Test("Lines that are comments are not served, and everything else is, as it was")
    func comments() {
        let script = """
            // What a module does.
            import { a } from "./a.js";

            /**
             * A function.
             *
             * @param {string} one
             */
            export function b(one) {
                // Why.
                const url = "https://" + one;  // beside code
                /** @type {number} */
                const two = /** @type {number} */ (a);
                /** @type {string} */ (two);
                return `${url}
                    */ is no end, and /* is no beginning`;
            }
            """
        #expect(
            ScriptText.withoutComments(script) == """
                import { a } from "./a.js";

                export function b(one) {
                    const url = "https://" + one;  // beside code
                    const two = /** @type {number} */ (a);
                    /** @type {string} */ (two);
                    return `${url}
                        */ is no end, and /* is no beginning`;
                }
                """
        )
    }

    @Test("The page names every module of the first screen, so that a browser asks for all of them at once")
    func preloaded() throws {
        let page = "<head>\n<script type=\"module\" src=\"/main.js\"></script>\n</head>"
        let scripts = [
            "main.js": "import { a } from \"./frame/a.js\";\nimport {\n    b,\n} from \"./b.js\";\na(b);",
            "frame/a.js": "export { b as a } from \"../b.js\";",
            "b.js": "export const b = () => import(\"./late.js\");", "late.js": "",
            "screens/welcome.js": "import \"../frame/c.js\";", "frame/c.js": "", "worker/main.js": "",
        ]
        let site = try WebSite(scripts.merging(["index.html": page]) { one, _ in one }.mapValues { Array($0.utf8) })
        let served = String(decoding: try #require(site.files[WebSite.page]).bytes, as: UTF8.self)
        let links = ["main.js", "frame/a.js", "b.js", "screens/welcome.js", "frame/c.js"]
            .map { "<link rel=\"modulepreload\" href=\"/\($0)\">\n" }
        #expect(served == page.replacing("<script", with: links.joined() + "<script"))
    }

    @Test("What gzip shortens is kept compressed, and opens to the same bytes")
    func compressed() async throws {
        let text = String(repeating: "an alarm that has to ring, ", count: 400)
        let site = try WebSite(["index.html": Array(text.utf8), "worker/main.js": []])
        let file = try #require(site.files[WebSite.page])
        let gzipped = try #require(file.gzipped)
        #expect(gzipped.count < file.bytes.count / 10)
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(gzipped).write(to: path)
        let gunzip = Process()
        gunzip.executableURL = URL(filePath: "/usr/bin/env")
        gunzip.arguments = ["gzip", "--decompress", "--stdout", path.path]
        let output = Pipe()
        gunzip.standardOutput = output
        try gunzip.run()
        let opened = try output.fileHandleForReading.readToEnd()
        gunzip.waitUntilExit()
        #expect(opened == Data(text.utf8))
    }

    @Test("A site without its page or its worker is refused by name")
    func missing() {
        #expect(throws: WebSiteError.missing("index.html")) { try WebSite(["main.js": []]) }
        #expect(throws: WebSiteError.missing("worker/main.js")) { try WebSite(["index.html": []]) }
    }
}
