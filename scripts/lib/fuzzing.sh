# Builds the fuzz targets: the modules that parse and sign, instrumented, and an executable for each target.
# Not by SwiftPM: a package that depends on this one has no `package` access, and the front's static link
# bears no sanitizer.
# shellcheck shell=bash

fuzz_build=$package_root/.build/fuzz
fuzz_flags=(
  -O -swift-version 6 -parse-as-library -package-name authrun -sanitize=fuzzer,address
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault
  -warnings-as-errors
)

# The names of all targets, one on a line.
fuzz_targets() {
  (cd "$package_root/Fuzz/Targets" && printf '%s\n' *.swift | sed 's/\.swift$//')
}

# is_current PRODUCT SOURCE...: whether nothing below the sources is newer than the product.
is_current() {
  local product=$1
  shift
  [ -e "$product" ] && [ -z "$(find "$@" -newer "$product" -print -quit)" ]
}

# build_fuzz_module NAME: compiles one module of the product with the sanitizers.
build_fuzz_module() {
  local name=$1 object=$fuzz_build/$1.o sources
  is_current "$object" "$package_root/Sources/Standards" "$package_root/Sources/$name" && return 0
  mapfile -t sources < <(find "$package_root/Sources/$name" -name '*.swift' | sort)
  # The targets look at what is internal to the modules, too.
  swiftc "${fuzz_flags[@]}" -enable-testing -wmo -module-name "$name" -I "$fuzz_build" -I "$fuzz_build/LuaGuest" \
    -I "$package_root/Sources/COpenSSL" -emit-module -emit-module-path "$fuzz_build/$name.swiftmodule" -c -o "$object" "${sources[@]}"
}

# build_fuzz_guest: compiles the C code that runs scripts, and tells Swift where its header is.
build_fuzz_guest() {
  local sources=$package_root/Sources/LuaGuest object file
  is_current "$fuzz_build/LuaGuest.a" "$sources" && return 0
  mkdir -p "$fuzz_build/LuaGuest"
  printf 'module LuaGuest { header "%s/include/LuaGuest.h" export * }\n' "$sources" >"$fuzz_build/LuaGuest/module.modulemap"
  rm -f "$fuzz_build/LuaGuest.a" "$fuzz_build"/LuaGuest/*.o
  for file in "$sources"/*.c; do
    object=$fuzz_build/LuaGuest/$(basename "$file" .c).o
    # shellcheck disable=SC2046 # several words
    clang -O1 -g -fsanitize=fuzzer-no-link,address $(pkg-config --cflags lua5.4) -I "$sources/include" \
      -c "$file" -o "$object" || return 1
  done
  ar rcs "$fuzz_build/LuaGuest.a" "$fuzz_build"/LuaGuest/*.o
}

# runs_scripts NAME: whether the target examines descriptors or what crosses to their scripts.
runs_scripts() {
  [ "$1" = descriptor ] || [ "$1" = reply ]
}

# build_fuzz_target NAME: links one target; a module that changed makes it anew.
build_fuzz_target() {
  local name=$1 product=$fuzz_build/bin/$1 parts=("$fuzz_build/Standards.o" "$fuzz_build/Crypto.o")
  runs_scripts "$name" && parts+=("$fuzz_build/Providers.o" "$fuzz_build/LuaGuest.a" -llua5.4)
  is_current "$product" "$package_root/Fuzz/Support" "$package_root/Fuzz/Targets/$name.swift" \
    "$package_root/Sources/LuaGuest" "$fuzz_build/Standards.o" "$fuzz_build/Crypto.o" && return 0
  swiftc "${fuzz_flags[@]}" -wmo -module-name fuzz -use-ld=lld -I "$fuzz_build" -I "$fuzz_build/LuaGuest" \
    -I "$package_root/Sources/COpenSSL" "$package_root"/Fuzz/Support/*.swift \
    "$package_root/Fuzz/Targets/$name.swift" "${parts[@]}" -lcrypto -o "$product"
}

build_fuzz() {
  mkdir -p "$fuzz_build/bin"
  build_fuzz_module Standards && build_fuzz_module Crypto || return 1
  local target
  for target in "$@"; do
    if runs_scripts "$target"; then
      build_fuzz_guest && build_fuzz_module Providers || return 1
    fi
    build_fuzz_target "$target" || return 1
  done
}
