# Shared by the scripts: where the package is, and how they speak.
# shellcheck shell=bash

package_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Announces a step; everything a script says about itself has this mark.
say() {
  printf '==> %s\n' "$*"
}

# Ends the script with the reason, and with the next thing to do when one is given.
stop() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  if [ $# -gt 1 ]; then
    printf '  %s\n' "${@:2}" >&2
  fi
  exit 1
}
