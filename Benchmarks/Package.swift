// swift-tools-version: 6.2
import PackageDescription

// The sources under measure are those of the package above, reached by symbolic links: an interface for
// one package is not visible from another. Nobody who uses authrun needs the rivals' libraries.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "authrun-benchmarks",
  targets: [
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(name: "COAuth", pkgConfig: "oauth", providers: [.apt(["liboauth-dev"])]),
    .systemLibrary(name: "CJWT", pkgConfig: "libjwt", providers: [.apt(["libjwt-dev"])]),
    .systemLibrary(
      name: "CRhonabwy",
      pkgConfig: "librhonabwy",
      providers: [.apt(["librhonabwy-dev"])]
    ),
    .target(name: "LuaGuest", dependencies: ["CLua"]),
    .target(name: "Standards", swiftSettings: settings),
    .target(name: "Crypto", dependencies: ["Standards", "COpenSSL"], swiftSettings: settings),
    .target(name: "Providers", dependencies: ["Standards", "LuaGuest"], swiftSettings: settings),
    .target(
      name: "Rivals",
      dependencies: ["COpenSSL", "CLua", "COAuth", "CJWT", "CRhonabwy"]
    ),
    .executableTarget(
      name: "bench",
      dependencies: ["Crypto", "Providers", "Standards", "Rivals"],
      swiftSettings: settings
    ),
  ]
)
