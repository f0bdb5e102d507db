import AlarmCore
import ArgumentParser

extension Place {
    /// Reads `52.5163,13.3777`, or with a radius of uncertainty in metres `52.5163,13.3777,12`.
    ///
    /// - Throws: `ValidationError`, which says what is wrong.
    init(argument text: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count else {
            throw ValidationError(
                "'\(text.asForeign)' is no place; write latitude and longitude as in 52.5163,13.3777."
            )
        }
        do {
            try self.init(
                latitude: numbers[0],
                longitude: numbers[1],
                accuracy: numbers.count == 3 ? numbers[2] : nil
            )
        } catch {
            throw ValidationError("\(error).")
        }
    }
}
