#!/bin/sh
# Backs a hub up while it is in use: database, users with the hashes of their tokens, folder of bundles.
#   LYRA_HUB=postgres://owner:TOKEN@db.example/lyra deploy/hub/backup.sh <new folder> [<folder of bundles>]
# Without a folder of bundles (they are in object storage) the bucket is backed up by its own means, after this.
# Searches go on; bundles that are ready wait until it is done, so that database and folder agree.
# Wants psql and pg_dump of the server's version or newer, node, and lyra (or LYRA="node /path/to/bin/lyra").
set -eu
umask 077
if [ "$#" -lt 1 ] || [ -z "${LYRA_HUB:-}" ]; then
  echo "usage: LYRA_HUB=<url> $0 <new folder> [<folder of bundles>]" >&2
  exit 2
fi
export BACKUP="$1" BUNDLES="${2:-}" LYRA="${LYRA:-lyra}"
if [ -e "$BACKUP" ]; then
  echo "$BACKUP is there already" >&2
  exit 2
fi
. "$(dirname "$0")/address.sh"
mkdir -p "$BACKUP"

# Runs inside the session below: SNAPSHOT is what dump and fingerprint both see.
cat >"$BACKUP/inside.sh" <<'INSIDE'
set -eu
pg_dump --format=custom --snapshot="$SNAPSHOT" --file="$BACKUP/database.dump" "$HUB"
$LYRA hub fingerprint --snapshot "$SNAPSHOT" --json >"$BACKUP/fingerprint.json"
if [ -n "$BUNDLES" ]; then
  mkdir "$BACKUP/bundles"
  cp -R "$BUNDLES/." "$BACKUP/bundles/"
fi
touch "$BACKUP/inside.done"
INSIDE

# The lock is the one that merges take, one after the other.
psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$HUB" >/dev/null <<'SQL'
SELECT pg_advisory_lock(77145002);
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT pg_export_snapshot() AS snapshot \gset
\setenv SNAPSHOT :snapshot
\! sh "$BACKUP/inside.sh"
COMMIT;
SELECT pg_advisory_unlock(77145002);
SQL
if [ ! -e "$BACKUP/inside.done" ]; then
  echo "the backup has failed: $BACKUP is not whole" >&2
  exit 1
fi
rm "$BACKUP/inside.sh" "$BACKUP/inside.done"

# Users are the server's, not the database's. Only a superuser sees the hashes of tokens.
ROLES="FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid JOIN pg_roles u ON u.oid = m.member
  WHERE g.rolname IN ('lyra_reader', 'lyra_researcher', 'lyra_admin', 'lyra_worker', 'lyra_gate')
  AND u.rolcanlogin ORDER BY u.rolname"
SHADOW="(SELECT passwd FROM pg_shadow s WHERE s.usename = u.rolname)"
query() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1" "$HUB"; }
WITH_TOKEN="SELECT format('CREATE ROLE %I LOGIN PASSWORD %L IN ROLE %I;', u.rolname, $SHADOW, g.rolname) $ROLES"
WITHOUT_TOKEN="SELECT format('CREATE ROLE %I LOGIN IN ROLE %I;', u.rolname, g.rolname) $ROLES"
if ! query "$WITH_TOKEN" >"$BACKUP/users.sql" 2>/dev/null; then
  query "$WITHOUT_TOKEN" >"$BACKUP/users.sql"
  echo "without the hashes of tokens, which only a superuser sees: after a restore users get new ones" >&2
fi

(cd "$BACKUP" && find . -type f ! -name SHA256SUMS -print | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
echo "$BACKUP"
