import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension CareStatus {
    /// Returns the state of a dweller, line by line, for the reader of `clock`.
    func lines(_ clock: LocalClock) -> [String] {
        let language = clock.language
        func line(_ key: TextKey, _ time: Instant?) -> String {
            language.text(key, [.time: time.map { clock.dated($0) } ?? language.text(.listCareNever)])
        }
        func at(_ key: TextKey) -> (Instant) -> String { { language.text(key, [.time: clock.text($0)]) } }
        return [
            line(.listCareSign, lastSign),
            lastActivity == lastSign ? nil : line(.listCareActivity, lastActivity),
            asksAt.map { at($0 <= clock.relayNow ? .listCareAsked : .listCareAsks)($0) },
            pausedUntil.map(at(.listCarePaused)),
            quietUntil.map(at(.listCareQuiet)),
            place.map { language.text(.listCarePlace, [.coordinates: $0.words(asOf: placeAt, clock)]) },
        ].compactMap(\.self)
    }
}

extension Place {
    /// The place with the time at which a device reported it, and how long ago that was.
    func words(asOf time: Instant?, _ clock: LocalClock) -> String {
        let language = clock.language
        guard let time else { return language.text(.listCarePlaceOld, [.coordinates: "\(self)"]) }
        return language.text(.listCarePlaceAsOf, [.coordinates: "\(self)", .time: clock.dated(time)])
    }
}

extension LocalClock {
    /// A time, and how long ago it was, or how long it is until then.
    fileprivate func dated(_ time: Instant) -> String {
        language.text(.listTimeBoth, [.time: text(time), .words: distance(to: time)])
    }
}
