# Read before the blocks of a page. A page is written for a checkout with the network; here `lyra` is this checkout's,
# on a copy of the demo's home and its recorded web. What cannot run here is told in $TOLD with its reason.
set -euo pipefail

told() { printf '%s\t%s\n' "$1" "$2" >>"$TOLD"; }

# Programs that would change this machine, or never end. First on the path, so that Lyra's own children meet them too.
refused="$HOME/refused-programs"
mkdir -p "$refused"
for program in docker podman systemctl journalctl launchctl loginctl; do
  cat >"$refused/$program" <<'EOF'
#!/bin/sh
printf '%s\t%s\n' "${0##*/}" "would change this machine or wait for it" >>"$TOLD"
EOF
  chmod +x "$refused/$program"
done
export PATH="$refused:$PATH"

lyra() {
  case "$1 ${2:-}" in
    demo*) told "lyra demo" "run before the pages are, which read its home" ;;
    "models pull") told "lyra models pull" "needs the model hub" ;;
    verify*) told "lyra verify" "asks the live web" ;;
    hub*) told "lyra hub" "needs a PostgreSQL server" ;;
    worker*) told "lyra worker" "needs a PostgreSQL server" ;;
    entities*) entities_here "$@" ;;
    "auth answer") told "lyra auth answer" "needs a question that an assistant asked" ;;
    serve*) serve_once "$@" ;;
    # Its exit code is about this machine, not about the page.
    doctor*) "$NODE" "$LYRA" "$@" || true ;;
    replay*) replay_once "$@" ;;
    "service status") service_status "$@" ;;
    install*) install_here "$@" ;;
    restore*) restore_here "$@" ;;
    export*) export_here "$@" ;;
    # The web of the demo has none of the addresses and numbers of the reference: each is told to be unread.
    "read "*) ends_with "0 1" "$@" ;;
    "add "*) add_here "$@" ;;
    "update "* | "feed "*) written_here "0 1" "$@" ;;
    "check "* | "bibliography "*) draft_here "$@" ;;
    "open "* | "import "*) open_here "$@" ;;
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

# 3: it does not run, which is right where systemctl is refused.
service_status() {
  local code=0
  "$NODE" "$LYRA" "$@" || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ]
}

# Codes that tell something of what was found, not that the line is wrong.
ends_with() {
  local code=0 right
  local codes="$1"
  shift
  "$NODE" "$LYRA" "$@" || code=$?
  for right in $codes; do if [ "$code" = "$right" ]; then return 0; fi; done
  return "$code"
}

# A page may name files that a reader has.
add_here() {
  local word
  for word in "${@:3}"; do
    case "$word" in
      --*) break ;;
      *) if [ ! -e "$word" ]; then
        told "lyra add" "needs files of your own"
        return 0
      fi ;;
    esac
  done
  ends_with "0 1" "$@"
}

# Into a folder that a reader has.
written_here() {
  mkdir -p "$HOME/feeds"
  ends_with "$@"
}

# A draft and a list as a reader has them; what is found wrong with them is no fault of the page.
draft_here() {
  if [ ! -e "$2" ]; then
    case "$2" in
      *.bib) printf '@article{a, title={Walking and blood pressure}, author={Doe, Jane}, year={2019}}\n' >"$2" ;;
      *) printf 'Walking lowers blood pressure by 40 percent.\n' >"$2" ;;
    esac
  fi
  ends_with "0 1 24 25 26" "$@"
}

# Into the home of the page, where Cursor is; the others are written for though they are not.
install_here() {
  mkdir -p "$HOME/.cursor"
  case "$# $* " in
    1\ * | *" --all "* | *" --undo "* | *" --force "*) "$NODE" "$LYRA" "$@" ;;
    *) "$NODE" "$LYRA" "$@" --force ;;
  esac
}

# A page may name the backup that a reader has made some day.
restore_here() {
  if [ ! -e "$2" ]; then "$NODE" "$LYRA" backup "$2" >/dev/null; fi
  "$NODE" "$LYRA" "$@"
}

# A key pair as a page that stands for itself has it: key.pem signs, alice.pem is the other half.
keys_here() {
  if [ -e key.pem ]; then return; fi
  "$NODE" -e "
    const { privateKey, publicKey } = require('node:crypto').generateKeyPairSync('ed25519')
    require('node:fs').writeFileSync('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
    require('node:fs').writeFileSync('alice.pem', publicKey.export({ type: 'spki', format: 'pem' }))"
}

# Two lines of a page may write the same file, which a reader would do on two days.
export_here() {
  local word before=""
  for word in "$@"; do
    case "$before $word" in
      "--format zotero")
        told "lyra export --format zotero" "needs Zotero, running"
        return 0
        ;;
    esac
    case "$before" in
      --bundle | --out)
        rm -rf "$word"
        mkdir -p "$(dirname "$word")"
        ;;
      --sign) keys_here ;;
    esac
    before="$word"
  done
  "$NODE" "$LYRA" "$@"
}

# A page may name the bundle that a reader was given.
open_here() {
  if [ ! -e "$2" ]; then export_here export "$DEMO_TASK" --bundle "$2" --sign key.pem >/dev/null; fi
  "$NODE" "$LYRA" "$@"
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

# What a task names is listed; ids of single names are those of another task.
entities_here() {
  case " $* " in
    *" show "* | *" merge "* | *" split "* | *" undo "*) told "lyra entities show, merge, split, undo" "needs ids of your task" ;;
    *) "$NODE" "$LYRA" "$@" ;;
  esac
}

npm() { told "npm $*" "run before this check, or by .ci/run"; }
curl() { told "curl" "needs a server that runs beside it"; }
openssl() {
  case "$1" in
    rand) echo 0123456789abcdef0123456789abcdef0123456789abcdef ;;
    *) command openssl "$@" ;;
  esac
}
less() { cat "$@" >/dev/null; }
