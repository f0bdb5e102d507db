import ArgumentParser
import Testing

@testable import reveille

@Suite("Names of profiles")
struct ProfileNameTests {
    @Test(
        "A name of letters, digits, dots, hyphens and underscores is a folder's name",
        arguments: ["ana", "B2", "a.b-c_d"]
    )
    func takes(text: String) {
        #expect(ProfileName(text)?.text == text)
    }

    @Test(
        "A name that could lead out of the folder is refused",
        arguments: [
            "", ".", "..", "../ana", "a/b", "-ana", ".hidden", "a b", "a\u{0}", "ána",
            String(repeating: "a", count: 65),
        ]
    )
    func refuses(text: String) {
        #expect(ProfileName(text) == nil)
    }

    @Test("The option wins over the environment, and the environment over the default name")
    func precedence() throws {
        let environment = ["REVEILLE_PROFILE": "ben"]
        #expect(try ProfileOptions.parse(["--profile", "ana"]).name(in: environment).text == "ana")
        #expect(try ProfileOptions.parse([]).name(in: environment).text == "ben")
        #expect(try ProfileOptions.parse([]).name(in: ["REVEILLE_PROFILE": ""]).text == "default")
    }
}
