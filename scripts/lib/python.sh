# The Python side of the tests: a virtual environment of their own, made anew when its requirements change.
# shellcheck shell=bash

# Makes .test-tools/venv agree with requirements.txt.
prepare_python() {
  local requirements=$package_root/scripts/lib/requirements.txt
  local venv=$package_root/.test-tools/venv
  local stamp=$venv/requirements.installed
  if [ -x "$venv/bin/python" ] && cmp -s "$requirements" "$stamp" && "$venv/bin/python" -c '' 2>/dev/null; then
    return 0
  fi
  say "Making the tests' Python environment in .test-tools/venv"
  rm -rf "$venv"
  # Debian's own interpreter: python3-venv belongs to it, another one on the PATH may lack the module.
  /usr/bin/python3 -m venv "$venv" || stop "python3 -m venv failed"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" ||
    stop "pip could not install what $requirements lists"
  cp "$requirements" "$stamp"
}
