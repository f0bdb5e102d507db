import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation
import Testing
import Wording

@testable import reveille

@Suite("What is said of a request that came too soon")
struct RefusalWordsTests {
    private func words(_ problem: Problem, _ wait: Span?, _ language: Language = .english) -> String? {
        CommandFailure(waitingFor: DeviceError.refused(problem, retryAfter: wait), in: language)?.message
    }

    @Test("It says when to try again, in the reader's language and in whole words, and names no header")
    func plain() {
        let problem = Problem(.rateLimited)
        #expect(
            words(problem, .seconds(40))
                == "There were too many requests in a short time. Try again in 40 seconds."
        )
        #expect(words(problem, .minutes(40), .traditionalChinese) == "短時間內的要求過多。請在 40 分鐘後再試。")
        #expect(words(problem, .minutes(40), .simplifiedChinese) == "短时间内的请求过多。请在 40 分钟后再试。")
    }

    @Test("A reason that the relay gives stays, and the exit code says that it passes")
    func reason() throws {
        let problem = Problem(.rateLimited, detail: "60 snoozes an hour are the most")
        let error = DeviceError.refused(problem, retryAfter: .minutes(12))
        let failure = try #require(CommandFailure(waitingFor: error, in: .english))
        #expect(failure.message == "Too many requests: 60 snoozes an hour are the most. Try again in 12 minutes.")
        #expect(failure.exitCode == CommandFailure.temporary)
        #expect(words(problem, .minutes(12), .traditionalChinese) == "短時間內的要求過多。請在 12 分鐘後再試。")
    }

    /// What a relay says, word for word, to who has not asked too much.
    private static let soon = [
        "this contact was asked a while ago: leave them some time",
        "this number was asked about calls a while ago: agree by the link in the message there, or wait",
        "this number was asked about calls a while ago, and they were taken back since: wait before it is asked again; "
            + "text messages go on",
        "this number was asked a while ago: confirm by the link, or wait",
        "this number was asked a while ago, and not about calls: confirm it by the link first, and ask for calls then, "
            + "or wait",
        "3 questions and invitations an hour may go to one address: wait",
        "this relay sends 200 questions and invitations an hour: wait a while",
        "the link was sent 8 times: make a new code, or wait",
        "5 invites of this device are open: cancel one, or let one expire",
    ]

    @Test("Whoever asks too soon, and not too much, is not told of too many requests, but what is so, in each language")
    func tooSoon() {
        for language in [Language.english] + ChineseTexts.languages {
            let said = Self.soon.map { words(Problem(.rateLimited, detail: $0), .minutes(51), language) ?? "" }
            #expect(Set(said).count == Self.soon.count, "each says another thing")
            for text in said {
                #expect(!text.contains(RetryHelp.tooMany(in: language).dropLast()), "\(text)")
                #expect(!text.contains("Too many requests") && text.contains("51"), "\(text)")
            }
            if language != .english { ChineseTexts.expect(said, keeping: []) }
        }
        let asked = Problem(.rateLimited, detail: Self.soon[0])
        #expect(
            words(asked, .minutes(51))
                == "This contact was asked a while ago: leave them some time. Try again in 51 minutes."
        )
        #expect(words(asked, .minutes(51), .traditionalChinese) == "不久前才詢問過這位聯絡人，請給對方一些時間。請在 51 分鐘後再試。")
        #expect(words(asked, .minutes(51), .simplifiedChinese) == "不久前才询问过这位联系人，请给对方一些时间。请在 51 分钟后再试。")
        let error = DeviceError.refused(asked, retryAfter: .minutes(51))
        #expect(CommandFailure(waitingFor: error, in: .english)?.exitCode == CommandFailure.temporary)
        let listened = RefusalText.reason(of: error, in: .traditionalChinese)
        #expect(listened == words(asked, .minutes(51), .traditionalChinese))
    }

    /// What a relay says of lists that are full.
    private static let fullLists = [
        "10 contacts are the most: remove one first", "a person may have 10 devices: remove one first",
        "16 links are the most: revoke one first", "500 open reminders are the most: delete some",
        "100 reminders may be open for one person: delete some first",
        "the repetitions for one person may ring 48 times a day: let one ring less often",
        "50 people have said something already",
    ]

    @Test("That something is full is said in each language, and no trying again asked for", arguments: fullLists)
    func full(detail: String) throws {
        // Every answer of this kind has the header.
        let error = DeviceError.refused(Problem(.quotaExceeded, detail: detail), retryAfter: .seconds(10))
        let count = try #require(detail.split(separator: " ").first { Int($0) != nil })
        for language in [Language.english] + ChineseTexts.languages {
            let failure = try #require(CommandFailure(waitingFor: error, in: language))
            #expect(failure.exitCode == .failure)
            #expect(failure.message.contains(count) && !failure.message.contains("Quota"), "\(failure.message)")
            #expect(failure.message == RefusalText.reason(of: error, in: language))
            if language != .english { ChineseTexts.expect([failure.message], keeping: []) }
        }
        #expect(!error.isOutage)
    }

    @Test("A quota that time gives back asks to try again, as before")
    func quota() {
        let problem = Problem(.quotaExceeded, detail: "60 alarms an hour may be set for one person: wait")
        let error = DeviceError.refused(problem, retryAfter: .minutes(9))
        #expect(CommandFailure(waitingFor: error, in: .english) == nil)
        #expect(CommandFailure(error)?.exitCode == CommandFailure.temporary && error.isOutage)
    }

    @Test("The relay still writes the words by which such refusals are known")
    func known() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/Features").standardized
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let source = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        for (part, _) in RelayWords.tooSoon + RelayWords.full { #expect(source.contains(part), "\(part)") }
    }

    @Test("A check-in that met no relay is not to be counted as one, in the reader's language and without curl's words")
    func checkInLost() throws {
        func failure(_ error: TransportError, _ language: Language) -> CommandFailure? {
            CommandFailure(checkInLostTo: DeviceError.transport(error), in: language)
        }
        let failed = try #require(failure(.unreachable("no connection: Failed to connect"), .english))
        #expect(failed.message.contains("do not count this as a check-in") && failed.message.contains("check in again"))
        #expect(!failed.message.contains("Failed to connect"))
        #expect(failed.exitCode == CommandFailure.temporary)
        #expect(failure(.interrupted("time is up"), .traditionalChinese)?.message.contains("再報一次平安") == true)
        #expect(failure(.interrupted("time is up"), .simplifiedChinese)?.message.contains("再报一次平安") == true)
        #expect(failure(.untrusted("self-signed"), .english) == nil, "the certificate has to be named")
    }

    @Test("That the relay cannot be reached is said in the reader's language; in English with the reason")
    func unreachable() {
        let error = DeviceError.transport(.unreachable("no connection"))
        let chinese = CommandFailure(waitingFor: error, in: .traditionalChinese)
        #expect(chinese?.message == "無法連上伺服器。請檢查連線，再試一次。")
        #expect(chinese?.exitCode == CommandFailure.temporary)
        #expect(CommandFailure(waitingFor: error, in: .english) == nil)
        #expect(CommandFailure(error)?.message.contains("no connection") == true)
    }

    @Test("Of what passes nobody knows when, no time is said")
    func unknown() {
        #expect(words(Problem(.storageFull), .seconds(10)) == nil)
        #expect(words(Problem(.rateLimited), nil) == nil)
    }
}
