import Testing

@testable import WebApp

@Suite("The service worker in one script")
struct WorkerScriptTests {
    private static func join(_ modules: [String: String]) throws -> String {
        try WorkerScript(main: "worker/main.js", version: "v1") { modules[$0] }.text
    }

    @Test("Modules are joined once each, what is imported before what imports it")
    func order() throws {
        let text = try Self.join([
            "worker/main.js": """
            import { b } from "./b.js";
            import {
                a,
                other,
            } from "../lib/a.js";
            console.log(a, b, other);
            """,
            "worker/b.js": """
            import { a } from "../lib/a.js";
            export const b = a + 1;
            """,
            "lib/a.js": """
            export const a = 1;
            export async function other() {}
            """,
        ])
        let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        #expect(
            lines == [
                #"self.REVEILLE_VERSION = "v1";"#, "(() => {", #""use strict";"#, "const a = 1;",
                "async function other() {}", "const b = a + 1;", "console.log(a, b, other);", "})();",
            ]
        )
    }

    @Test("A missing module is named")
    func missing() {
        #expect(throws: WebSiteError.missing("worker/gone.js")) {
            try Self.join(["worker/main.js": #"import { x } from "./gone.js";"#])
        }
    }

    @Test(
        "An import or export that cannot be joined is refused, not dropped",
        arguments: [
            #"import x from "./a.js";"#, #"import * as x from "./a.js";"#, #"export { x } from "./a.js";"#,
            "export default 1;", #"import { x as y } from "./a.js";"#,
        ]
    )
    func unjoinable(line: String) {
        #expect(throws: WebSiteError.unjoinable("worker/main.js")) {
            try Self.join(["worker/main.js": line, "worker/a.js": ""])
        }
    }
}
