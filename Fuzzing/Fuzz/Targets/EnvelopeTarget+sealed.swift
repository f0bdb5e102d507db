extension FuzzTarget {
    /// Requests that joserfc sealed under the bytes 0 to 31.
    static let sealed: Set<String> = [
        """
        eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiTURFeU16UTFOamM0T1RvN1BEMC1Qdy4wIn0..a5KpiFRDWNJz4b_O.k9u-I9YGmp\
        AbEpkyJ0vvke4aeBbd3vyQ4rdQ3fxmvm5YSFRfXek_5LJ4B3MlDEa6Tm7W8cksXoVdV9PVocLqh8huQzFXDMpd5SF9WCkB.IuvG1JMh9BIplDZB0e\
        GBTA
        """,
        """
        eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiTURFeU16UTFOamM0T1RvN1BEMC1Qdy4xIn0..Kq9y_HfnNpFxP_cg.71S5UiXmwV\
        nvMKo3_Pskt2FfIzcx9qqXuOn2EbrtTrehO9Yp-EQ-IhBhkr1DFdV4Ff2VvcNz4oZkvWd8I0gypq3SfRY17U4DIJoL1wi2xOXnhTf8W5G6tLhKafFN\
        AtFI.4oY-jI7h3zJJd_s_IM0kjw
        """,
    ]
}
