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
  swiftc "${fuzz_flags[@]}" -wmo -module-name "$name" -I "$fuzz_build" -I "$package_root/Sources/COpenSSL" \
    -emit-module -emit-module-path "$fuzz_build/$name.swiftmodule" -c -o "$object" "${sources[@]}"
}

# build_fuzz_target NAME: links one target; a module that changed makes it anew.
build_fuzz_target() {
  local name=$1 product=$fuzz_build/bin/$1
  is_current "$product" "$package_root/Fuzz/Support" "$package_root/Fuzz/Targets/$name.swift" \
    "$fuzz_build/Standards.o" "$fuzz_build/Crypto.o" && return 0
  swiftc "${fuzz_flags[@]}" -wmo -module-name fuzz -use-ld=lld -I "$fuzz_build" \
    -I "$package_root/Sources/COpenSSL" "$package_root"/Fuzz/Support/*.swift \
    "$package_root/Fuzz/Targets/$name.swift" "$fuzz_build/Standards.o" "$fuzz_build/Crypto.o" -lcrypto -o "$product"
}

build_fuzz() {
  mkdir -p "$fuzz_build/bin"
  build_fuzz_module Standards && build_fuzz_module Crypto || return 1
  local target
  for target in "$@"; do
    build_fuzz_target "$target" || return 1
  done
}
