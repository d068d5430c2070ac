# Read before the blocks of a page. A page is written for a checkout with the network; here `lyra` is this checkout's,
# on a copy of the demo's home and its recorded web. What cannot run here is told in $TOLD with its reason.
set -euo pipefail

told() { printf '%s\t%s\n' "$1" "$2" >>"$TOLD"; }

lyra() {
  case "$1 ${2:-}" in
    demo*) told "lyra demo" "run before the pages are, which read its home" ;;
    "models pull") told "lyra models pull" "needs the model hub" ;;
    "auth answer") told "lyra auth answer" "needs a question that an assistant asked" ;;
    serve*) serve_once "$@" ;;
    # Its exit code is about this machine, not about the page.
    doctor*) "$NODE" "$LYRA" "$@" || true ;;
    replay*) replay_once "$@" ;;
    *) "$NODE" "$LYRA" "$@" ;;
  esac
}

npx() {
  local program="$1"
  shift
  case "$program" in
    lyra) lyra "$@" ;;
    node) told "npx node $*" "one test by its name: npm test runs them all" ;;
    *)
      echo "npx $program: not a program of this checkout" >&2
      return 1
      ;;
  esac
}

# The whole demo once more: for the guide, and for one language of it.
replay_once() {
  if [ -n "$IN_GUIDE" ]; then "$NODE" "$LYRA" "$@"; else told "lyra replay" "run once, for the guide"; fi
}

# Listens on a free port of this machine alone, says so, and ends well when it is asked to.
serve_once() {
  local said="$SHARED/serve.$BASHPID.$RANDOM"
  local args=()
  while [ $# -gt 0 ]; do
    case "$1" in
      --host | --port) shift ;;
      --json) ;;
      *) args+=("$1") ;;
    esac
    shift
  done
  "$NODE" "$LYRA" "${args[@]}" --host 127.0.0.1 --port 0 --json >"$said" &
  local server=$!
  for _ in $(seq 200); do
    if [ -s "$said" ]; then break; fi
    sleep 0.1
  done
  kill -TERM "$server"
  wait "$server"
  grep -q '"url":"http://127.0.0.1:' "$said"
}

npm() { told "npm $*" "run before this check, or by .ci/run"; }
curl() { told "curl" "needs a server that runs beside it"; }
openssl() { echo 0123456789abcdef0123456789abcdef0123456789abcdef; }
less() { cat "$@" >/dev/null; }
