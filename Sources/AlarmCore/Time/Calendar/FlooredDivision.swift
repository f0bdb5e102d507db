extension Int {
    /// Returns the quotient rounded towards negative infinity, which keeps calendar cycles whole on both sides of zero.
    ///
    /// - Parameter divisor: a positive number.
    /// - Returns: the largest integer whose product with `divisor` is not larger than this number.
    func flooredQuotient(_ divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Returns the remainder of `flooredQuotient(_:)`.
    ///
    /// - Parameter divisor: a positive number.
    /// - Returns: a number from 0 to below `divisor`.
    func flooredModulo(_ divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
