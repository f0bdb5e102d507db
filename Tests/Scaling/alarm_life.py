#!/usr/bin/env python3
"""Measures what one alarm's life costs a PostgreSQL: bytes of WAL, bytes on the disk, and the server's processor time.

alarm_life.py [--alarms N] [--before N]

Starts a server of its own (postgresql-15) in a temporary folder, with the schema of Sources/StoragePostgres, fills it with
alarms that have ended, and replays the store's statements for N more, in transactions of the sizes that a relay makes: each is
accepted, handed off, armed, woken, rung, answered, and its sender told, with one phone on each side. docs/scaling.md has the
result. The processor time is an upper bound: psql sends each statement by itself, as text.
"""
import argparse, os, pathlib, random, re, shutil, subprocess, tempfile, uuid

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = "/usr/lib/postgresql/15/bin/"
OWNER = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] if os.getuid() == 0 else []
DAY = 86_400_000
NOW = 1_900_000_000_000
# What a body seals, in bytes: a message of 150 characters, and the answer to a request.
MESSAGE, ANSWER = 300, 190

STATEMENTS = """
insert_alarm (bigint, uuid, uuid, uuid, uuid, bigint, bigint, text, bytea, bigint) AS
    INSERT INTO alarm (key, id, preset, circle, sender, receiver, accepted_at, once_at, ttl, state, due, base, delay, climbed,
        revision, epoch, progress, message, sound, time_zone, digest, changed_at, change, live)
    VALUES ($1, $2, 'partner-alarm', $3, $4, $5, $6, $7, 3600000, 'scheduled', $7, $7, 0, $6, 1, 1, '\\x01', $8, 'default',
        'Europe/Berlin', $9, $6, $10, true) ON CONFLICT DO NOTHING
insert_participants (uuid, uuid, uuid) AS
    INSERT INTO participant (person, circle) SELECT person, $1 FROM (VALUES ($2::uuid), ($3::uuid)) AS both_sides (person)
    WHERE NOT EXISTS (SELECT FROM pair WHERE id = $1) ON CONFLICT DO NOTHING
update_alarm (bigint, text, bigint, bytea, bigint, bigint) AS
    UPDATE alarm SET (once_at, rule, start, zone, ttl, state, due, base, delay, climbed, revision, epoch, progress, last_end,
        message, sound, time_zone, first_time, digest, reply, subject, changed_at, change, live)
        = (once_at, NULL, NULL, NULL, ttl, $2, due, base, 0, $3, revision, epoch, $4, NULL, message, sound, time_zone, NULL, digest,
        reply, NULL, $5, $6, $2 <> 'acknowledged')
    WHERE key = $1
append_line (bigint, bigint, text, uuid) AS
    INSERT INTO record (alarm, at, kind, device) SELECT $1, $2, $3, $4 FROM alarm WHERE key = $1
insert_wake (bigint, bigint) AS INSERT INTO due (alarm, at) VALUES ($1, $2)
put_wake (bigint, bigint) AS
    INSERT INTO due (alarm, at) SELECT $1, $2 FROM alarm WHERE key = $1 ON CONFLICT (alarm) DO UPDATE SET at = excluded.at
delete_wake (bigint) AS DELETE FROM due WHERE alarm = $1
claim_due (bigint, bigint) AS
    WITH taken AS (SELECT alarm FROM due WHERE at <= $1 ORDER BY at, alarm LIMIT $2 FOR UPDATE SKIP LOCKED)
    DELETE FROM due USING taken WHERE due.alarm = taken.alarm RETURNING due.at, due.alarm
put_changes (uuid[], bigint[]) AS
    INSERT INTO last_change (person, change)
    SELECT person, change FROM unnest($1::uuid[], $2::bigint[]) AS changed (person, change) ORDER BY person
    ON CONFLICT (person) DO UPDATE SET change = excluded.change
insert_delivery (bigint, uuid, uuid, text, bigint, bigint, uuid, bigint) AS
    INSERT INTO delivery (id, destination, medium, stage, urgency, epoch, revision, due, deadline, is_late, rung_offset, is_awaited,
        alarm, circle, created_at, state, not_before, attempts, failed_attempts, lease_holder, lease_end, reason, finished_at,
        takeable_at)
    VALUES ($2, $3, NULL, $4, 'immediate', 1, 1, $5, $6, false, NULL, false, $1, $7, $8, 'pending', $8, 0, 0, NULL, NULL, NULL,
        NULL, $8) ON CONFLICT (alarm, id) DO NOTHING
lease (bigint, bigint, text, bigint) AS
    WITH taken AS (SELECT alarm, id, takeable_at, number FROM delivery WHERE takeable_at <= $1
        ORDER BY takeable_at, number LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE delivery SET state = 'leased', attempts = attempts + 1, lease_holder = $3, lease_end = $4, takeable_at = $4
    FROM taken WHERE delivery.alarm = taken.alarm AND delivery.id = taken.id RETURNING delivery.alarm, delivery.id
update_delivery (bigint, uuid, bigint) AS
    UPDATE delivery SET (state, not_before, attempts, failed_attempts, lease_holder, lease_end, reason, finished_at, takeable_at)
        = ('accepted', not_before, attempts, 0, NULL, NULL, NULL, $3, NULL) WHERE alarm = $1 AND id = $2
supersede (bigint, bigint) AS
    UPDATE delivery SET state = 'superseded', lease_holder = NULL, lease_end = NULL, takeable_at = NULL
    WHERE alarm = $1 AND takeable_at + 0 IS NOT NULL AND epoch < $2
insert_replay (uuid, bytea, bytea, bytea, bigint) AS
    INSERT INTO replay (device, jti, digest, status, body, expires_at) VALUES ($1, $2, $3, 200, $4, $5) ON CONFLICT DO NOTHING
put_value (text, bytea) AS
    INSERT INTO value (key, value, expires_at) VALUES ($1, $2, NULL)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
purge_replays (bigint, bigint) AS
    DELETE FROM replay WHERE (device, jti) IN (SELECT device, jti FROM replay WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
purge_alarms (bigint, bigint) AS
    WITH gone AS (DELETE FROM alarm WHERE key IN
            (SELECT key FROM alarm WHERE NOT live AND changed_at < $1 ORDER BY changed_at, key LIMIT $2) RETURNING key),
        deliveries AS (DELETE FROM delivery USING gone WHERE delivery.alarm = gone.key),
        lines AS (DELETE FROM record USING gone WHERE record.alarm = gone.key),
        wakes AS (DELETE FROM due USING gone WHERE due.alarm = gone.key)
    SELECT count(*) FROM gone
"""

# Alarms that have ended, as rows alone: what the indexes of a relay look like that has run for a while.
FILL = """
INSERT INTO pair (id, inviter_person, inviter_device, claimer_person, claimer_device, since)
    SELECT md5('c' || i)::uuid, md5('p' || i)::uuid, md5('d' || i)::uuid, md5('q' || i)::uuid, md5('e' || i)::uuid, 0
    FROM generate_series(0, {couples} - 1) AS i;
INSERT INTO last_change SELECT md5(side || i)::uuid, {before} FROM generate_series(0, {couples} - 1) AS i, (VALUES ('p'), ('q')) AS s (side);
INSERT INTO value SELECT 'reports/' || md5('e' || i)::uuid, '\\x0001020304050607', NULL FROM generate_series(0, {couples} - 1) AS i;
INSERT INTO alarm (key, id, preset, circle, sender, receiver, accepted_at, once_at, ttl, state, due, base, delay, climbed, revision,
        epoch, progress, message, sound, time_zone, digest, changed_at, change, live)
    SELECT i, gen_random_uuid(), 'partner-alarm', md5('c' || i % {couples})::uuid, md5('p' || i % {couples})::uuid,
        md5('q' || i % {couples})::uuid, {old} + i, {old} + i, 3600000, 'acknowledged', {old} + i, {old} + i, 0, 0, 1, 2,
        '\\x01' || decode(md5('e' || i), 'hex') || '\\x0b', repeat(md5(i::text), 12), 'default', 'Europe/Berlin',
        decode(repeat(md5(i::text), 2), 'hex'), {old} + i, i, false
    FROM generate_series(1, {before}) AS i;
INSERT INTO record (alarm, at, kind, device)
    SELECT i, {old} + i, kind, md5('e' || i)::uuid FROM generate_series(1, {before}) AS i,
        (VALUES ('accepted'), ('handed-off'), ('armed'), ('ringing'), ('acknowledged')) AS k (kind);
INSERT INTO delivery (alarm, id, destination, stage, urgency, epoch, revision, due, deadline, is_late, is_awaited, circle, created_at,
        state, not_before, attempts, failed_attempts, finished_at)
    SELECT i, gen_random_uuid(), md5('e' || i)::uuid, stage, 'immediate', 1, 1, {old} + i, {old} + i, false, false,
        md5('c' || i % {couples})::uuid, {old} + i, 'accepted', {old} + i, 1, 0, {old} + i
    FROM generate_series(1, {before}) AS i, (VALUES ('handoff'), ('ring'), ('answered')) AS s (stage);
"""


class Server:
    """A PostgreSQL of this run's own, and one session of it."""

    def __init__(self, folder):
        self.folder = folder
        schema = (PROJECT / "Sources/StoragePostgres/Migrations/Migration+1-schema.swift").read_text()
        busy = re.search(r'busy = """\n(.*?)"""', schema, re.S).group(1)
        texts = re.findall(r'static let (?!schema|alarmKeys)\w+ = """\n(.*?)"""', schema, re.S)
        self.schema = "\n".join(texts[1:] if texts[0] == busy else texts)
        self.schema = self.schema.replace("\\(busy)", busy).replace("\\(alarmKeysInBlock)", "128")
        # The floors of queues belong to claims, of which there are few.
        self.schema = re.sub(r"\\\(floor\(of: \.\w+\)\)", "", self.schema)
        self.run(PROGRAMS + "initdb", "-D", f"{folder}/data", "-U", "reveille", "-E", "UTF8", "--locale", "C.UTF-8", "-N")
        self.run(PROGRAMS + "pg_ctl", "-D", f"{folder}/data", "-s", "-w", "-l", f"{folder}/log", "-o",
                 f"-c listen_addresses= -k {folder} -c max_wal_size=20GB -c checkpoint_timeout=1h -c autovacuum=off "
                 "-c shared_buffers=1GB -c wal_compression=lz4", "start")
        self.psql = subprocess.Popen(
            OWNER + [PROGRAMS + "psql", "-h", folder, "-U", "reveille", "-d", "postgres", "-XAtq", "-v", "ON_ERROR_STOP=1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        self.ask("CREATE SCHEMA reveille; SET search_path = reveille; SET enable_seqscan = off; SET enable_bitmapscan = off; "
                 "SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off; SET plan_cache_mode = force_generic_plan;")
        self.ask(self.schema)
        self.process = int(self.ask("SELECT pg_backend_pid();")[0])

    @staticmethod
    def run(*command):
        subprocess.run(OWNER + list(command), check=True, stdout=subprocess.DEVNULL, cwd="/")

    def ask(self, sql):
        """Runs statements and returns the lines that they return."""
        # By way of a file: psql reads on only while what it writes is read.
        script = pathlib.Path(self.folder, "script.sql")
        script.write_text(sql)
        self.psql.stdin.write(f"\\i {script}\n\\echo END\n")
        self.psql.stdin.flush()
        lines = []
        while (line := self.psql.stdout.readline().rstrip("\n")) != "END":
            if not line and self.psql.poll() is not None:
                raise SystemExit("psql has ended")
            lines.append(line)
        return lines

    def stop(self):
        self.psql.stdin.close()
        self.psql.wait()
        self.run(PROGRAMS + "pg_ctl", "-D", f"{self.folder}/data", "-s", "-m", "immediate", "stop")

    def processor_time(self):
        fields = pathlib.Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Couple:
    """Two people with a phone each, as the filling names them."""

    def __init__(self, number):
        name = lambda letter: f"md5('{letter}{number}')::uuid"
        self.circle, self.sender, self.receiver, self.phones = name("c"), name("p"), name("q"), (name("d"), name("e"))


class Life:
    """Every alarm of the run, taken through one stage after the other."""

    def __init__(self, server, alarms, couples, first, chance):
        self.server, self.chance = server, chance
        self.alarms = [(first + i, Couple(chance.randrange(couples))) for i in range(alarms)]
        self.rows = []

    def hex(self, count):
        return "'\\x" + self.chance.randbytes(count).hex() + "'"

    def id(self):
        return f"'{uuid.UUID(bytes=self.chance.randbytes(16))}'"

    def delivery(self, key, couple, stage, to):
        return f"EXECUTE insert_delivery({key}, {self.id()}, {couple.phones[to]}, '{stage}', {NOW}, {NOW + DAY}, {couple.circle}, {NOW});"

    def replay(self, couple, by):
        return f"EXECUTE insert_replay({couple.phones[by]}, {self.hex(16)}, {self.hex(32)}, {self.hex(ANSWER)}, {NOW + 360_000});"

    def progress(self, flags):
        return "'\\x01" + self.chance.randbytes(16).hex() + f"{flags:02x}'"

    def line(self, key, kind):
        return f"EXECUTE append_line({key}, {NOW}, '{kind}', NULL);"

    def changes(self, couples):
        persons = sorted({person for couple in couples for person in (couple.sender, couple.receiver)})
        return f"EXECUTE put_changes(ARRAY[{', '.join(persons)}], ARRAY[{', '.join([str(NOW)] * len(persons))}]::bigint[]);"

    def transactions(self, size, body, opening="", counts=True):
        for start in range(0, len(self.alarms), size):
            batch = self.alarms[start:start + size]
            sql = ["BEGIN ISOLATION LEVEL SERIALIZABLE;", "LOCK TABLE gate IN ROW SHARE MODE;", opening]
            sql += [body(key, couple) for key, couple in batch]
            if counts:
                sql.append(self.changes([couple for _, couple in batch]))
            yield "\n".join(sql + ["COMMIT;"])

    def accept(self):
        return self.transactions(32, lambda key, couple: "\n".join([
            f"EXECUTE insert_alarm({key}, {self.id()}, {couple.circle}, {couple.sender}, {couple.receiver}, {NOW}, {NOW}, "
            f"'{self.chance.randbytes(MESSAGE * 3 // 4).hex()[:MESSAGE]}', {self.hex(32)}, {NOW});",
            f"EXECUTE insert_participants({couple.circle}, {couple.sender}, {couple.receiver});",
            f"EXECUTE insert_wake({key}, {NOW});", self.line(key, "accepted"),
            self.delivery(key, couple, "handoff", 1), self.replay(couple, 0)]))

    def arm(self):
        return self.transactions(32, lambda key, couple: "\n".join([
            f"EXECUTE update_alarm({key}, 'scheduled', {NOW}, {self.progress(9)}, {NOW}, {NOW});", self.line(key, "armed"),
            f"EXECUTE put_value('reports/' || {couple.phones[1]}, {self.hex(8)});", self.replay(couple, 1)]))

    def wake(self):
        return self.transactions(500, lambda key, couple: "\n".join([
            f"EXECUTE update_alarm({key}, 'ringing', {NOW}, {self.progress(25)}, {NOW}, {NOW});",
            f"EXECUTE put_wake({key}, {NOW + 60_000});", self.line(key, "due"), self.delivery(key, couple, "ring", 1)]),
            opening=f"EXECUTE claim_due({NOW}, 500);")

    def answer(self):
        return self.transactions(32, lambda key, couple: "\n".join([
            f"EXECUTE update_alarm({key}, 'acknowledged', {NOW}, {self.progress(25)}, {NOW}, {NOW});",
            f"EXECUTE supersede({key}, 2);", f"EXECUTE delete_wake({key});", self.line(key, "acknowledged"),
            self.delivery(key, couple, "acknowledged", 0),
            f"EXECUTE put_value('reports/' || {couple.phones[1]}, {self.hex(8)});", self.replay(couple, 1)]))

    def lease(self):
        """Claims run under READ COMMITTED, and need no gate."""
        for _ in range(0, len(self.alarms), 100):
            yield (f"BEGIN ISOLATION LEVEL READ COMMITTED; EXECUTE lease({NOW + 1000}, 100, '{uuid.UUID(int=7)}', {NOW + 60_000}); "
                   "COMMIT;")

    def record(self):
        for start in range(0, len(self.rows), 100):
            yield "\n".join(["BEGIN ISOLATION LEVEL SERIALIZABLE;", "LOCK TABLE gate IN ROW SHARE MODE;"] + [
                f"EXECUTE update_delivery({key}, '{id}', {NOW});" for key, id in self.rows[start:start + 100]] + ["COMMIT;"])

    def purge(self):
        for _ in range(0, len(self.alarms), 500):
            yield (f"BEGIN ISOLATION LEVEL SERIALIZABLE; EXECUTE purge_replays({NOW + DAY}, 1500); "
                   f"EXECUTE purge_alarms({NOW + DAY}, 500); COMMIT;")

    def run(self, stage):
        lines = self.server.ask("\n".join(getattr(self, stage)()))
        if stage == "lease":
            self.rows = [line.split("|") for line in lines if "-" in line]


SIZES = """
SELECT c.relname || ': ' || pg_size_pretty(pg_relation_size(c.oid)) || ', ' ||
    round(pg_relation_size(c.oid) / {count}.0) || ' bytes an alarm'
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = 'reveille' AND c.relkind IN ('r', 'i') AND pg_relation_size(c.oid) > 100000 ORDER BY pg_relation_size(c.oid) DESC;
"""


def measure(server, life, alarms, stages, hours_later=()):
    """Takes all alarms through the stages, some of which come so much later that there has been a checkpoint."""
    total = [0, 0, 0, 0.0]
    print(f"{'stage':12} {'WAL, bytes an alarm':>20} {'records':>8} {'page images':>12} {'processor':>10}")
    for stage in stages:
        if stage in hours_later:
            server.ask("CHECKPOINT;")
        before = figures(server)
        life.run(stage)
        after = figures(server)
        each = [(now - then) / alarms for now, then in zip(after, before)]
        total = [sum(pair) for pair in zip(total, each)]
        show(stage, each)
    show("in all", total)


def show(stage, each):
    print(f"{stage:12} {each[0]:20,.0f} {each[1]:8.1f} {each[2]:12.2f} {each[3] * 1e6:7,.0f} µs", flush=True)


def figures(server):
    server.ask("SELECT pg_stat_force_next_flush();")
    place, records, images = server.ask(
        "SELECT pg_current_wal_insert_lsn() - '0/0', wal_records, wal_fpi FROM pg_stat_wal;")[0].split("|")
    return int(place), int(records), int(images), server.processor_time()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--alarms", type=int, default=4000)
    parser.add_argument("--before", type=int, default=300_000)
    asked = parser.parse_args()
    couples = max(asked.before // 10, asked.alarms)
    folder = tempfile.mkdtemp(prefix="reveille-life-")
    os.chmod(folder, 0o700)
    if OWNER:
        shutil.chown(folder, "nobody", "nogroup")
    server = Server(folder)
    try:
        server.ask(FILL.format(couples=couples, before=asked.before, old=NOW - 30 * DAY))
        server.ask("VACUUM ANALYZE;")
        for text in re.split(r"\n(?=\w)", STATEMENTS.strip()):
            server.ask(f"PREPARE {text};")
        print(f"{asked.before:,} alarms that have ended, with five lines of record and three deliveries each:")
        print("\n".join("  " + line for line in server.ask(SIZES.format(count=asked.before))))
        chance = random.Random(1)
        stages = ["accept", "lease", "record", "arm", "wake", "lease", "record", "answer", "lease", "record"]
        life = Life(server, asked.alarms, couples, asked.before + 1, chance)
        print(f"\n{asked.alarms:,} alarms, accepted and woken right after a checkpoint each:")
        measure(server, life, asked.alarms, stages, hours_later=["accept", "wake"])
        server.ask("ALTER SYSTEM SET full_page_writes = off;")
        server.ask("SELECT pg_reload_conf(); SELECT pg_sleep(0.5);")
        life = Life(server, asked.alarms, couples, asked.before + 1 + asked.alarms, chance)
        print(f"\n{asked.alarms:,} more, without page images, as long after a checkpoint:")
        measure(server, life, asked.alarms, stages)
        print("\nand all of them deleted 30 days later:")
        measure(server, life, asked.alarms, ["purge"])
    finally:
        server.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
