import AlarmCore
import Testing

@testable import Wording

@Suite("A finished text")
struct PhraseTests {
    @Test("A space parts Chinese characters from Latin letters and digits, and only those")
    func spacesHan() {
        let hant = Language.traditionalChinese
        #expect(hant.phrase(.pushAlertTitle, [.person: .name("Alice")]).text == "Alice 可能需要幫助")
        #expect(hant.phrase(.pushAlertTitle, [.person: .name("Zoë")]).text == "Zoë 可能需要幫助")
        #expect(hant.phrase(.pushAlertTitle, [.person: .name("王小明")]).text == "王小明可能需要幫助")
        #expect(hant.phrase(.pushAlertTitle, [.person: .name("小明！")]).text == "小明！可能需要幫助")
        let missed = hant.phrase(.letterMissedSubject, [.person: .name("Bob 2"), .duration: .hours(.hours(49))])
        #expect(missed.text == "Bob 2 已經 49 小時沒有報平安")
        #expect(Language.english.phrase(.pushAlertTitle, [.person: .name("王小明")]).text == "王小明 may need help")
    }

    @Test("A name written from right to left is kept apart; others cost no extra characters")
    func isolates() {
        let phrase = Language.english.phrase(.pushAlertTitle, [.person: .name("שרה 3")])
        #expect(phrase.text == "\u{2068}שרה 3\u{2069} may need help")
        #expect(phrase.html == "<bdi>שרה 3</bdi> may need help")
        #expect(Language.english.phrase(.pushAlertTitle, [.person: .name("Sara")]).text == "Sara may need help")
    }

    @Test("A name that looks like a placeholder or like markup stays a name")
    func isNotInterpreted() {
        let phrase = Language.english.phrase(
            .letterCareEndedAcknowledgedSubject,
            [.helper: .name("{person}"), .person: .name("<b>&\"'</b>")]
        )
        #expect(phrase.text == "{person} is taking care of <b>&\"'</b>")
        #expect(
            phrase.html
                == "<bdi>{person}</bdi> is taking care of <bdi>&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;</bdi>"
        )
    }

    @Test("A placeholder without a value shows an ellipsis")
    func showsGaps() {
        #expect(Language.english.phrase(.smsMissedLast).text == "Last check-in: ….")
    }
}
