#!/bin/bash
# Run once by the image of PostgreSQL, in a new cluster: the relays' database, and what a standby needs. See compose.yaml.
set -euo pipefail
secrets=${SECRETS:-/run/secrets}
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --quiet \
    --set=database="$(head -n 1 "$secrets/database-password")" --set=replication="$(head -n 1 "$secrets/replication-password")" <<'SQL'
CREATE ROLE reveille LOGIN PASSWORD :'database';
CREATE DATABASE reveille OWNER reveille ENCODING 'UTF8' TEMPLATE template0;
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication';
SELECT pg_create_physical_replication_slot('db2');
-- From the next start on: a commit is answered once the standby has it, too.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (db1, db2)';
ALTER SYSTEM SET max_slot_wal_keep_size = '20GB';
ALTER SYSTEM SET checkpoint_timeout = '15min';
ALTER SYSTEM SET max_wal_size = '16GB';
ALTER SYSTEM SET wal_compression = 'lz4';
SQL
echo 'host replication replication all scram-sha-256' >>"$PGDATA/pg_hba.conf"
