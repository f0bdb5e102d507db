import AlarmCore
import Storage

extension StoreConformance {
    static let pairing = [
        Check("An invite is kept through every step of its life") { store in
            try await store.write { try $0.insert(Invite.sample(1)) }
            var invite = Invite.sample(1)
            try invite.claim(by: .sample(2), at: .sample)
            try invite.answer(by: .sample(2), key: "key", box: "box", at: .sample)
            try invite.confirm(by: .sample(1), box: "confirmation", at: .sample)
            try invite.acknowledge(by: .sample(2), pair: .sample(1), at: .sample)
            let active = invite
            try await store.write { try $0.update(active) }
            try expect(try await store.read { try $0.invite(.sample(1)) }, is: active, "the invite")
            try await expectRefusal("the name", by: store, as: \.isDuplicate) { try $0.insert(Invite.sample(1)) }
            try await expectRefusal("an unknown one", by: store, as: \.isMissing) { try $0.update(Invite.sample(2)) }
        },
        Check("A locator finds its newest invite, whatever became of it") { store in
            try await store.write { transaction in
                try transaction.insert(Invite.sample(2, state: .burned))
                try transaction.insert(Invite.sample(1, state: .cancelled))
                try transaction.insert(Invite.sample(3, locator: "FGHJK"))
            }
            try expect(try await store.read { try $0.invite(locator: "ABCDE")?.id }, is: .sample(1), "the newest")
            try expect(try await store.read { try $0.invite(locator: "ZZZZZ") }, is: nil, "an unknown locator")
        },
        Check("What an invite hands over is kept while it lives, in order") { store in
            var invite = Invite.sample(1, purpose: .device)
            try invite.claim(by: .sample(2), at: .sample)
            try invite.answer(by: .sample(2), key: "key", box: "box", at: .sample)
            for parcel in ["a..b.c.d", "e..f.g.h"] { try invite.handOver(by: .sample(1), parcel: parcel, at: .sample) }
            let answered = invite
            try await store.write { try $0.insert(answered) }
            try expect(try await store.read { try $0.invite(.sample(1)) }, is: answered, "with parcels")
            try invite.cancel(by: .sample(2), at: .sample)
            let cancelled = invite
            try await store.write { try $0.update(cancelled) }
            try expect(try await store.read { try $0.invite(.sample(1)) }, is: cancelled, "without")
            try expect(cancelled.parcels, is: [], "the parcels of an ended one")
        },
        Check("To which circle an invite is, and as what, is kept") { store in
            let invite = Invite.sample(1, purpose: .family, circle: .sample(4), role: .child)
            try await store.write { try $0.insert(invite) }
            try expect(try await store.read { try $0.invite(.sample(1)) }, is: invite, "the invite")
        },
        Check("Live invites are found by state, by time and by device, the first to expire first") { store in
            try await store.write { transaction in
                try transaction.insert(Invite.sample(1))
                try transaction.insert(Invite.sample(2, expiresAt: .sample + .minutes(5), state: .confirmed))
                try transaction.insert(Invite.sample(3, state: .burned))
                try transaction.insert(Invite.sample(4, expiresAt: .sample))
                try transaction.insert(Invite.sample(5, inviter: .sample(2)))
            }
            func live(at instant: Instant) async throws -> [InviteID] {
                try await store.read { try $0.liveInvites(of: .sample(1), at: instant).map(\.id) }
            }
            try expect(try await live(at: .sample), is: [.sample(2), .sample(1)], "live ones")
            try await store.write { try $0.update(Invite.sample(1, state: .cancelled)) }
            try expect(try await live(at: .sample), is: [.sample(2)], "after an end")
            try expect(try await live(at: .sample + .hours(1)), is: [], "after their time")
        },
        Check("A pair is found by its name and by either person, oldest first") { store in
            let older = Pair.sample(2, inviter: .sample(3), claimer: .sample(1), since: .sample)
            try await store.write { transaction in
                try transaction.insert(Pair.sample(1), edges: Pair.sample(1).sampleEdges)
                try transaction.insert(older, edges: older.sampleEdges)
            }
            try await store.read { snapshot in
                try expect(snapshot.pair(.sample(1)), is: .sample(1), "by name")
                try expect(snapshot.pairs(of: .sample(1)), is: [older, .sample(1)], "the inviter and claimer's")
                try expect(snapshot.pairs(of: .sample(2)), is: [.sample(1)], "the claimer's")
                try expect(snapshot.pairs(of: .sample(9)), is: [], "a stranger's")
            }
        },
        Check("A revoked pair stays as a tombstone and its edges go") { store in
            let other = Pair.sample(2)
            var pair = Pair.sample(1)
            try await store.write { [pair] transaction in
                try transaction.insert(pair, edges: pair.sampleEdges)
                try transaction.insert(other, edges: other.sampleEdges)
            }
            pair.revoke(at: .sample + .hours(1))
            let revoked = pair
            try await store.write { transaction in
                try transaction.update(revoked)
                try transaction.deleteEdges(of: revoked.id)
            }
            try await store.read { snapshot in
                try expect(snapshot.pair(revoked.id), is: revoked, "the tombstone")
                try expect(snapshot.pairs(of: .sample(1)), is: [revoked, other], "the person's pairs")
                for edge in revoked.sampleEdges {
                    try expect(snapshot.edge(edge.tokenHash), is: nil, "a revoked edge")
                }
                for edge in other.sampleEdges {
                    try expect(snapshot.edge(edge.tokenHash), is: edge, "the other pair's edge")
                }
            }
        },
        Check("A pair's name and an edge's token are taken once") { store in
            let pair = Pair.sample(1)
            try await store.write { try $0.insert(pair, edges: pair.sampleEdges) }
            try await expectRefusal("the name", by: store, as: \.isDuplicate) { try $0.insert(pair, edges: []) }
            try await expectRefusal("the token", by: store, as: \.isDuplicate) { transaction in
                let edge = Edge(
                    tokenHash: pair.sampleEdges[0].tokenHash,
                    pair: .sample(2),
                    from: .sample(1),
                    to: .sample(2)
                )
                try transaction.insert(Pair.sample(2), edges: [edge])
            }
            try await expectRefusal("an unknown one", by: store, as: \.isMissing) { try $0.update(Pair.sample(2)) }
        },
    ]
}
