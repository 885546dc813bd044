# Sourced by the other scripts: they work in the repository's folder and say what they do in one line a step.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# say TEXT: one line for the person who waits.
say() { printf '==> %s\n' "$*" >&2; }

# fail TEXT: the last line, when it cannot go on.
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# quietly TEXT COMMAND…: says what it does, once a minute how far it is, and shows what the command printed only when it fails.
quietly() {
    say "$1"
    shift
    local log ticker status=0
    log=$(mktemp)
    # It keeps no pipe open, and nobody waits for it: what it sleeps in may outlive it by a moment.
    while sleep 60 </dev/null >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        say "still at it: $(tail -n 1 "$log" | tr '\r' '\n' | tail -n 1 | cut -c 1-100)"
    done &
    ticker=$!
    disown "$ticker"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    kill "$ticker" 2>/dev/null || true
    [ "$status" -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    [ "$status" -eq 0 ] || fail "this failed with status $status: $*"
}
