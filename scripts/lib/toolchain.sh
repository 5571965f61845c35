# The Swift toolchain is the one thing that the scripts do not install.
# shellcheck shell=bash

oldest_swift=6.3

# Stops with the reason unless a Swift compiler of at least $oldest_swift is there.
require_swift() {
  if ! command -v swift >/dev/null 2>&1; then
    stop "no 'swift' command was found; authrun needs Swift $oldest_swift or newer" \
      "Install a toolchain from https://www.swift.org/install/linux and put its usr/bin on the PATH."
  fi
  local answer version
  answer=$(swift --version 2>&1) || stop "'swift --version' failed: $answer"
  version=$(sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' <<<"$answer" | head -n 1)
  if [ -z "$version" ]; then
    stop "'swift --version' names no version that can be read: $answer"
  fi
  if [ "$(printf '%s\n' "$oldest_swift" "$version" | sort -V | head -n 1)" != "$oldest_swift" ]; then
    stop "Swift $version ($(command -v swift)) is too old; authrun needs $oldest_swift or newer" \
      "Install a newer toolchain from https://www.swift.org/install/linux and put its usr/bin first on the PATH."
  fi
}
