import AlarmCore
import Testing

@testable import Wording

@Suite("A name that is meant to deceive")
struct HostileNameTests {
    private static let names = [
        "Ana, verify at https://evil.example/login", "Ana www.evil.example", "evil.example", "HTTP://EVIL.EXAMPLE/A",
        "Ana \u{202E}gpj.exe", "\u{2066}Ana\u{2069}\u{2069}", "Ana\u{200F}\u{200E}\u{061C}", "A\u{200B}na\u{FEFF}",
        "ev\u{200B}il.example", "Ana\r\nBcc: eve@evil.example", "пример.испытание", "evil\u{3002}example",
    ]

    /// What must stand in nothing that a person reads, because a mail program would make a link of it.
    private static let links = [
        "https://evil", "HTTP://", "www.evil", "evil.example", "EVIL.EXAMPLE", "пример.испытание",
    ]

    /// Whether the characters that turn the direction of writing are isolates, opened before they are closed.
    private func isIsolated(_ text: String) -> Bool {
        var depth = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2068: depth += 1
            case 0x2069: depth -= 1
            case 0x202A...0x202E, 0x2066...0x2067, 0x200E...0x200F, 0x061C, 0x200B, 0xFEFF: return false
            default: continue
            }
            if !(0...1).contains(depth) { return false }
        }
        return depth == 0
    }

    private func expectTame(_ text: String, _ name: String) {
        #expect(isIsolated(text), "\(name.debugDescription) in \(text.debugDescription)")
        for link in Self.links { #expect(!text.contains(link), "\(name.debugDescription) in \(text)") }
        #expect(!text.contains("evil\u{3002}example"))
    }

    @Test(
        "Turns no writing direction and carries no link into a letter, a text message or a push",
        arguments: Language.allCases
    )
    func tame(language: Language) {
        for name in Self.names {
            for letter in Samples.letters(about: name) {
                let mail = letter.mail(in: language)
                for text in [mail.subject, mail.text, mail.html, letter.sms(in: language).text] {
                    expectTame(text, name)
                }
                #expect(!mail.subject.hasLineBreak)
            }
            for stage in ["check-in-due", "alert", "contacts-told", "completed", "moved"] {
                let push = PushText(stage: stage, language: language, values: [.person: .name(name)])
                expectTame(push.title, name)
                expectTame(push.body, name)
            }
        }
    }

    @Test("Stays readable: only what would be a link is broken up")
    func readable() {
        for (raw, shown) in [
            ("Dr.Smith", "Dr. Smith"), ("J.R.R. Tolkien", "J.R.R. Tolkien"), ("Ana 3.5", "Ana 3.5"), ("a/b", "a/b"),
            ("Ana www.evil.example/x", "Ana www. evil. example/x"), ("https://1.2.3.4/", "https: //1.2.3.4/"),
            ("👩‍👩‍👧 Mum", "👩‍👩‍👧 Mum"), ("سارا", "سارا"), ("می‌خواهم", "می‌خواهم"),
        ] {
            #expect(DisplayName(raw, in: .english).text == shown)
        }
    }
}
