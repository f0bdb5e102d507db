import AlarmCore
import AlarmWire
import DeviceKit
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
