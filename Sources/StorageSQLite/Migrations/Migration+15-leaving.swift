extension Migration {
    /// By which device an invite was shown or claimed, live or not, so that it goes with a person who deletes all.
    static let leaving = Migration(
        name: "15-leaving",
        sql: """
            CREATE INDEX invite_inviter ON invite (inviter);
            CREATE INDEX invite_claimer ON invite (claimer) WHERE claimer IS NOT NULL;
            """
    )
}
