# House rules that the formatter does not know. Each prints its findings and fails when there are any.
# shellcheck shell=bash

longest_file=500

# The hand-written files of the given folders, one on a line.
source_files() {
  find "$@" -type f \( -name '*.swift' -o -name '*.c' -o -name '*.h' -o -name '*.py' -o -name '*.lua' \)
}

# The types of descriptors are generated, and as long as the schema is.
check_file_sizes() {
  local long
  long=$(cd "$package_root" && source_files Sources Tests Fuzz providers Benchmarks/Sources/{bench,Rivals} 2>/dev/null |
    grep -v '^providers/meta/' | sort | xargs wc -l |
    awk -v most="$longest_file" '$2 != "total" && $1 > most { print "  " $2 ": " $1 " lines" }')
  [ -z "$long" ] && return 0
  printf 'files over %s lines:\n%s\n' "$longest_file" "$long" >&2
  return 1
}

# forbid PATTERN REASON FOLDER...: no Swift file of these folders may hold the pattern outside a comment.
forbid() {
  local pattern=$1 reason=$2 found
  shift 2
  found=$(cd "$package_root" && grep -rnE --include='*.swift' "$pattern" "$@" | grep -vE '^[^:]+:[0-9]+: *//')
  [ -z "$found" ] && return 0
  printf '%s:\n%s\n' "$reason" "$found" >&2
  return 1
}

check_constructs() {
  local bad=0
  forbid '@unchecked +Sendable' 'use Mutex or an actor, not @unchecked Sendable' Sources Tests || bad=1
  forbid 'nonisolated\(unsafe\)' 'use Mutex or an actor, not nonisolated(unsafe)' Sources Tests || bad=1
  forbid '(^|[^A-Za-z])try!' 'let the error travel, not try!' Sources Tests || bad=1
  forbid '(^|[^A-Za-z])as!' 'use as? and say what happens otherwise, not as!' Sources Tests || bad=1
  forbid '^ *((public|package|internal|private|@testable) +)*import +Foundation' \
    'the product links no Foundation (start-up time)' Sources || bad=1
  return $bad
}
