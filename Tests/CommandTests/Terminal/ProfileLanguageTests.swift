import AlarmCore
import Foundation
import TestSupport
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What commands for profiles answer to whoever reads Chinese")
struct ProfileLanguageTests {
    private let files: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        files = try TemporaryFolder("profiles")
        environment = ["XDG_DATA_HOME": files.url.path]
    }

    private func stored(_ profile: Profile?) throws -> StoredProfile {
        let name = try #require(ProfileName("ana"))
        let folder = try DeviceFolder(of: name, in: environment).open()
        if let profile { try folder.exclusively { try folder.save(profile) } }
        return try StoredProfile(name, in: environment)
    }

    private func profile(locale: String = "en") throws -> Profile {
        try Profile.new(relay: "http://127.0.0.1:1", locale: locale, displayName: "安")
    }

    @Test("The list and the facts of a profile are in it", arguments: ChineseTexts.languages)
    func shown(language: Language) throws {
        let known = try stored(try profile())
        ChineseTexts.expect(TextTable(StoredProfile.columns, in: language).lines, keeping: [])
        ChineseTexts.expect(known.row(in: language), keeping: ["ana", "http"])
        let facts = known.facts(in: language)
        #expect(facts.count == 9)
        ChineseTexts.expect(facts.map(\.0), keeping: [])
        #expect(language != .traditionalChinese || known.state(in: language) == "尚未註冊")
        #expect(language != .simplifiedChinese || known.state(in: language) == "尚未注册")
    }

    @Test("In English they are as before")
    func english() throws {
        let known = try stored(try profile())
        #expect(known.row(in: .english) == ["ana", "安", "http://127.0.0.1:1", "", "new"])
        #expect(TextTable(StoredProfile.columns).lines == ["PROFILE  PERSON  RELAY  PARTNERS  STATE"])
        let names = ["profile", "folder", "person", "relay", "state", "zone", "partners", "circles", "to be sent"]
        #expect(known.facts(in: .english).map(\.0) == names)
    }

    @Test("A profile that cannot be read, and one that there is not, are told of in it", arguments: Language.allCases)
    func unreadable(language: Language) throws {
        _ = try stored(nil)
        let path = files.url.appending(path: "reveille/profiles/ana/profile.json")
        try Data("?".utf8).write(to: path)
        let damaged = try stored(nil)
        #expect(damaged.fault != nil)
        #expect((damaged.row(in: language).last == "cannot be read") == (language == .english))
        #expect(damaged.facts(in: language).count == 2)
        let name = try #require(ProfileName("eve"))
        let said = CommandFailure(noProfile: name, in: language).message
        #expect(said.contains("eve") && said.contains("reveille profile list"))
        #expect((said == "There is no profile eve. See 'reveille profile list'.") == (language == .english), "\(said)")
    }

    @Test("The language is the one chosen for the profile, else the system's, else the profile's")
    func reader() throws {
        let chinese = ["LANG": "zh_TW.UTF-8"]
        var known = try profile(locale: "zh-CN")
        #expect(Language(of: nil, in: [:]) == .english)
        #expect(Language(of: nil, in: chinese) == .traditionalChinese)
        #expect(Language(of: known, in: [:]) == .simplifiedChinese)
        #expect(Language(of: known, in: chinese) == .traditionalChinese)
        known.chosenLanguage = LanguageTag("en")
        #expect(Language(of: known, in: chinese) == .english)
    }
}
