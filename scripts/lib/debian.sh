# Debian packages: asks dpkg first, so that a machine that has them all needs neither root nor network.
# shellcheck shell=bash

# What building needs. libc6-dev is named because a minimal image lacks the C headers.
build_packages=(
  pkg-config libc6-dev
  liblua5.4-dev libcurl4-openssl-dev libssl-dev libsodium-dev libsqlite3-dev libmicrohttpd-dev
)

# What the tests need besides: the real peers, a real browser, the means to kill at a system call, a database
# server of the tests' own, two machines in one, a clock that is wrong, and a reader of QR codes.
test_packages=(
  python3 python3-venv chromium strace openssl jose
  zsh fish mandoc groff
  git curl skopeo awscli msmtp mutt
  gnome-keyring dbus dbus-daemon libsecret-1-0 libsecret-tools python3-dbus keyutils
  postgresql iproute2 faketime
  libqrencode4 zbar-tools
)
# Another packager's kubectl owns the same file as Debian's, and does as well.
command -v kubectl >/dev/null 2>&1 || test_packages+=(kubernetes-client)

# Prints those of the given packages that are not installed.
missing_packages() {
  local package status
  for package in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=
    [ "$status" = installed ] || printf '%s\n' "$package"
  done
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -- "$@"
  fi
}

# Installs those of the given packages that are missing, saying what and why.
install_packages() {
  local purpose=$1 log
  shift
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    stop "this machine has no dpkg and apt-get, so the packages needed $purpose cannot be checked" \
      "On Debian 12 they are: $*"
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -eq 0 ] && return 0

  say "Installing Debian packages needed $purpose: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      stop "not root, and there is no sudo to install them with" \
        "As root: apt-get install ${missing[*]}"
    fi
    say "apt-get must run as root, so sudo may ask for your password"
  fi
  log=$(mktemp)
  # The lists that are there may do; they are fetched anew only when they do not.
  if ! apt_install "${missing[@]}" >"$log" 2>&1; then
    as_root apt-get update -q >"$log" 2>&1 || { tail -n 15 "$log" >&2; rm -f "$log"; stop "apt-get update failed"; }
    if ! apt_install "${missing[@]}" >"$log" 2>&1; then
      tail -n 25 "$log" >&2
      rm -f "$log"
      stop "apt-get could not install: ${missing[*]}"
    fi
  fi
  rm -f "$log"
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}
