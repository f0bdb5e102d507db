import AlarmCore
import Testing

@testable import Wording

@Suite("How something repeats, in words")
struct RepetitionTextTests {
    @Test(
        "A rule that a calendar would offer is told as people say it, in each language",
        arguments: [
            ("FREQ=DAILY", "every day", "每天", "每天"),
            ("FREQ=DAILY;INTERVAL=3", "every 3 days", "每 3 天", "每 3 天"),
            ("FREQ=WEEKLY", "every week", "每週", "每周"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "週一到週五", "周一到周五"),
            ("FREQ=WEEKLY;BYDAY=SA,SU", "every Saturday and Sunday", "每週六和週日", "每周六和周日"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "every day", "每天", "每天"),
            ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "every Monday, Wednesday and Friday", "每週一、週三和週五", "每周一、周三和周五"),
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "every 2 weeks on Monday and Wednesday", "每 2 週的週一和週三",
                "每 2 周的周一和周三"
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=1", "every month on the 1st", "每月的 1 日", "每月的 1 日"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=2,11,23", "every month on the 2nd, the 11th and the 23rd",
                "每月的 2 日、11 日和 23 日", "每月的 2 日、11 日和 23 日"
            ),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day", "每月的最後一天", "每月的最后一天"),
            ("FREQ=MONTHLY;BYDAY=1MO", "every month on the first Monday", "每月的第一個週一", "每月的第一个周一"),
            (
                "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "every 2 months on the last Friday", "每 2 個月的最後一個週五",
                "每 2 个月的最后一个周五"
            ),
            ("FREQ=YEARLY", "every year", "每年", "每年"),
            ("FREQ=DAILY;COUNT=5", "every day, 5 times in all", "每天，共 5 次", "每天，共 5 次"),
            ("FREQ=DAILY;UNTIL=20271231", "every day, until 2027-12-31", "每天，到 2027-12-31 為止", "每天，到 2027-12-31 为止"),
        ]
    )
    func writes(rule: String, english: String, traditional: String, simplified: String) throws {
        let rule = try RecurrenceRule(rule)
        #expect(RepetitionText.words(for: rule, in: .english) == english)
        #expect(RepetitionText.words(for: rule, in: .traditionalChinese) == traditional)
        #expect(RepetitionText.words(for: rule, in: .simplifiedChinese) == simplified)
    }

    @Test(
        "A rule that would take many words is called one of its own, and never shown as it is written",
        arguments: [
            "FREQ=DAILY;BYHOUR=7,19", "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
            "FREQ=MONTHLY;BYDAY=MO", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=WEEKLY;BYMONTH=6;BYDAY=MO",
        ]
    )
    func otherwise(rule: String) throws {
        let rule = try RecurrenceRule(rule)
        #expect(RepetitionText.words(for: rule, in: .english) == "by a rule of its own")
        for language in Language.allCases {
            #expect(!RepetitionText.words(for: rule, in: language).contains("FREQ"))
        }
    }
}
