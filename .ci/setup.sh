#!/usr/bin/env bash
# Installs what building and testing needs on Debian 12 or Ubuntu 24.04 when it may; otherwise says what is missing.
# Sourced with FLIPSCOPE_WITHOUT_QT=1 it leaves the window's packages out.
set -euo pipefail

packages=(build-essential cmake ninja-build ccache pkg-config git python3 xz-utils
  nlohmann-json3-dev libsimdjson-dev libarchive-dev libsqlite3-dev libxxhash-dev libboost-dev libpcre2-dev libcli11-dev
  libtomlplusplus-dev doctest-dev python3-jsonschema)
if [ -z "${FLIPSCOPE_WITHOUT_QT:-}" ]; then
  packages+=(qt6-base-dev libqcustomplot-dev libgl-dev fonts-dejavu-core)
fi

is_installed() {
  case "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" in installed) return 0 ;; esac
  # A virtual package counts when something installed provides it.
  dpkg-query -W -f '${db:Status-Status} ${Provides}\n' 2>/dev/null | grep -Eq "^installed .*(^|[ ,])$1([ ,(]|\$)"
}

if ! command -v dpkg-query >/dev/null; then
  echo "flipscope: this is no Debian or Ubuntu system; install these by hand (names as on Debian): ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do is_installed "$package" || missing+=("$package"); done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  elif command -v sudo >/dev/null && [ -t 0 ]; then
    echo "flipscope: these packages are missing and sudo will ask for your password to install them: ${missing[*]}"
    as_root=(sudo)
  else
    echo "flipscope: these packages are missing and may not be installed from here:" >&2
    echo "  sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi

echo "flipscope: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
