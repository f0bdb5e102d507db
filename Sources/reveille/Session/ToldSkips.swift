import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// The times that alarms of this person's skip because their receivers take none then, as was last said at this
/// terminal.
struct ToldSkips {
    /// The news of an alarm that its sender has not read yet.
    enum News: Hashable {
        /// It does not ring at its next time.
        case skips
        /// It rings at its next time after all.
        case ringsAgain
    }

    private var times: [AlarmID: Instant] = [:]

    /// Takes up what the relay lists, and returns what was not said yet.
    ///
    /// Only alarms that repeat count: of a single one the relay tells that it was declined.
    mutating func follow(_ alarms: [AlarmListing]) -> [(alarm: AlarmListing, news: News)] {
        let repeated = alarms.filter(\.view.isRepeatedAndSent)
        let known = times
        times = [:]
        return repeated.compactMap { alarm in
            let view = alarm.view
            guard view.isRefused else { return known[view.id] == view.time ? (alarm, .ringsAgain) : nil }
            times[view.id] = view.time
            return known[view.id] == view.time ? nil : (alarm, .skips)
        }
    }

    /// Notes what a notice about an alarm says of its next time.
    mutating func note(_ view: AlarmView) {
        guard view.isRepeatedAndSent else { return }
        times[view.id] = view.isRefused ? view.time : nil
    }
}

extension Listener {
    /// Says once of each repeated alarm of this person's that it skips its next time, and that it does so no more.
    ///
    /// The relay sends no notice before that time: it calls for a synchronisation once the receiver has changed what they
    /// allow. Without the relay it is said at the next synchronisation.
    mutating func saySkippedTimes() async {
        guard !standing.isEmpty, let alarms = try? await device.list() else { return }
        for (alarm, news) in toldSkips.follow(alarms) { tell(news.event(of: alarm), alarm.line(of: news, clock)) }
    }
}

extension ToldSkips.News {
    /// What a script is told.
    fileprivate func event(of alarm: AlarmListing) -> ListenerEvent {
        ListenerEvent(
            self == .skips ? .skips : .ringsAgain,
            [
                "id": .identifier(alarm.view.id),
                "time": .instant(alarm.view.time),
                "nextTime": alarm.timeAfter.map(JSONValue.instant),
                "pairId": .identifier(alarm.view.pair),
                "partner": alarm.partnerName.map(JSONValue.string),
                "text": alarm.words.text.map(JSONValue.string) ?? .null,
            ]
        )
    }
}

extension AlarmListing {
    /// The time after the next one; nil where that is skipped, too, as things are.
    fileprivate var timeAfter: Instant? { view.isNextRefused ? nil : view.nextTime }

    /// The sentence about an alarm that its receiver takes none of at its next time, or takes again, for the reader of
    /// `clock`.
    func line(of news: ToldSkips.News, _ clock: LocalClock) -> String {
        let language = clock.language
        let values: [Placeholder: String] = [
            .title: words.shown(in: language),
            .person: partnerName?.asForeign ?? language.text(.listenPartner),
            .time: clock.both(view.time, in: view.timeZone),
        ]
        func next(_ key: TextKey, _ time: Instant) -> String {
            language.text(key, [.time: clock.both(time, in: view.timeZone)])
        }
        let (line, then): (TextKey, String?) =
            switch news {
            case .skips where view.isNextRefused:
                (.listenNewsSkipsTime, view.nextTime.map { next(.listenNewsSkipsNext, $0) })
            case .skips: (.listenNewsSkipsTime, view.nextTime.map { next(.listenNext, $0) })
            case .ringsAgain: (.listenNewsRingsAgain, next(.listenNext, view.time))
            }
        return language.joining(language.text(line, values).capitalizedAtStart, then)
    }
}

extension AlarmView {
    /// Whether it repeats, goes on, and was set by its caller for a partner.
    fileprivate var isRepeatedAndSent: Bool {
        direction == .outgoing && preset == nil && rule != nil && ending == nil && !state.isFinal
    }
}
