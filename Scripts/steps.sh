# Sourced by the other scripts: they work in the repository's folder and say what they do in one line a step.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# say TEXT: one line for the person who waits.
say() { printf '==> %s\n' "$*" >&2; }

# fail TEXT: the last line, when it cannot go on.
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# quietly TEXT COMMAND…: says what it does, and shows what the command printed only when it fails.
quietly() {
    say "$1"
    shift
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    [ "$status" -eq 0 ] || cat "$log" >&2
    rm -f "$log"
    [ "$status" -eq 0 ] || fail "this failed with status $status: $*"
}
