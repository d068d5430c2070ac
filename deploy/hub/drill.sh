#!/bin/sh
# The restore drill: backs the hub up, restores it beside itself, compares every table and view, and removes the copy.
#   LYRA_HUB=postgres://owner:TOKEN@db.example/lyra deploy/hub/drill.sh [<folder of bundles>]
# The hub stays in use. Run it once a month, and after every update; its exit code is the answer.
set -eu
HERE="$(cd "$(dirname "$0")" && pwd)"
. "$HERE/address.sh"
WORK="$(mktemp -d)"
COPY="lyra_drill_$$"
admin() { psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --command="$1" "$HUB" >/dev/null; }
remove() {
  rm -rf "$WORK"
  admin "DROP DATABASE IF EXISTS $COPY WITH (FORCE)" || echo "$COPY could not be dropped" >&2
}
trap remove EXIT
# The name of the database is what follows the host, up to the parameters.
there="$(printf '%s' "$LYRA_HUB" | sed -E "s#^(postgres(ql)?://[^/]+/)[^?]*#\1$COPY#")"
"$HERE/backup.sh" "$WORK/backup" "$@"
admin "CREATE DATABASE $COPY"
LYRA_HUB="$there" "$HERE/restore.sh" "$WORK/backup" "$WORK/bundles"
