#!/bin/sh
# Makes a hub from a backup, and proves that it is the one that was backed up.
#   LYRA_HUB=postgres://owner:TOKEN@new.example/lyra deploy/hub/restore.sh <backup> [<folder of bundles>]
# The database must be there and be empty (createdb lyra). Users that the server has already keep their tokens.
# Wants psql and pg_restore, node, and lyra of the version that made the backup (or LYRA="node /path/to/bin/lyra").
set -eu
umask 077
if [ "$#" -lt 1 ] || [ -z "${LYRA_HUB:-}" ]; then
  echo "usage: LYRA_HUB=<url> $0 <backup> [<folder of bundles>]" >&2
  exit 2
fi
BACKUP="$1"
BUNDLES="${2:-}"
LYRA="${LYRA:-lyra}"
. "$(dirname "$0")/address.sh"
query() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1" "$HUB"; }

(cd "$BACKUP" && sha256sum --check --quiet SHA256SUMS)
if [ "$(query "SELECT count(*) FROM pg_namespace WHERE nspname IN ('hub', 'lyra')")" != 0 ]; then
  echo "the database is not empty: it has a hub already" >&2
  exit 2
fi

for role in lyra_reader lyra_researcher lyra_admin lyra_worker lyra_gate; do
  [ "$(query "SELECT count(*) FROM pg_roles WHERE rolname = '$role'")" = 1 ] || query "CREATE ROLE $role NOLOGIN"
done
query 'GRANT lyra_reader TO lyra_researcher; GRANT lyra_researcher TO lyra_admin' 2>/dev/null
while IFS= read -r line; do
  [ -n "$line" ] || continue
  name="$(printf '%s' "$line" | sed -E 's/^CREATE ROLE "?([a-z0-9_]+)"? .*/\1/')"
  [ "$(query "SELECT count(*) FROM pg_roles WHERE rolname = '$name'")" = 1 ] || query "$line"
done <"$BACKUP/users.sql"

pg_restore --no-owner --exit-on-error --single-transaction --dbname="$HUB" "$BACKUP/database.dump"
query 'ANALYZE'
if [ -d "$BACKUP/bundles" ]; then
  if [ -z "$BUNDLES" ]; then
    echo "the backup has bundles: name the folder for them" >&2
    exit 2
  fi
  mkdir -p "$BUNDLES"
  cp -R "$BACKUP/bundles/." "$BUNDLES/"
fi

# A hash of every row of every table and view.
$LYRA hub fingerprint --json >"$BACKUP.restored.json"
if ! cmp -s "$BACKUP/fingerprint.json" "$BACKUP.restored.json"; then
  echo "the restored hub is not the one that was backed up: compare $BACKUP/fingerprint.json, $BACKUP.restored.json" >&2
  exit 1
fi
rm "$BACKUP.restored.json"
echo "restored and equal"
