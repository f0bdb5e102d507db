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
        Check("Live invites are counted by state, by time and by device") { store in
            try await store.write { transaction in
                try transaction.insert(Invite.sample(1))
                try transaction.insert(Invite.sample(2, state: .confirmed))
                try transaction.insert(Invite.sample(3, state: .burned))
                try transaction.insert(Invite.sample(4, expiresAt: .sample))
                try transaction.insert(Invite.sample(5, inviter: .sample(2)))
            }
            try expect(try await store.read { try $0.liveInvites(of: .sample(1), at: .sample) }, is: 2, "live ones")
            try await store.write { try $0.update(Invite.sample(1, state: .cancelled)) }
            try expect(try await store.read { try $0.liveInvites(of: .sample(1), at: .sample) }, is: 1, "after an end")
            let late = Instant.sample + .hours(1)
            try expect(try await store.read { try $0.liveInvites(of: .sample(1), at: late) }, is: 0, "after their time")
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
