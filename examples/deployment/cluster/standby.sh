#!/bin/bash
# Starts the standby of compose.yaml; the first time it copies the primary.
set -euo pipefail
primary=${PRIMARY:-host=db1}
# The password goes along into the standby's settings, from where it connects to the primary.
PGPASSWORD=$(head -n 1 "${SECRETS:-/run/secrets}/replication-password")
export PGPASSWORD
until [ -e "$PGDATA/PG_VERSION" ]; do
    rm -rf "$PGDATA.new"
    if pg_basebackup --dbname="$primary user=replication" --pgdata="$PGDATA.new" --write-recovery-conf --slot=db2 --checkpoint=fast; then
        # PGDATA is a volume's own folder, which cannot be replaced; the version comes last, as the sign that all is there.
        version=$PGDATA.new/PG_VERSION
        find "$PGDATA.new" -mindepth 1 -maxdepth 1 ! -name PG_VERSION -exec mv -t "$PGDATA" {} +
        mv "$version" "$PGDATA/PG_VERSION"
    else
        sleep 2
    fi
done
unset PGPASSWORD
exec ${START:-docker-entrypoint.sh postgres} -c cluster_name=db2
