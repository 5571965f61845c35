// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// For targets that touch no C: every unsafe construct must be marked.
let pure = strict + [.strictMemorySafety()]

/// What the linker puts first in the front (scripts/order-front): a start then touches few pages.
let frontOrder = "\(Context.packageDirectory)/scripts/lib/front-order.txt"

// Lua leaves C functions by jumps that ThreadSanitizer does not see, until its own stack overflows; a guest stays
// with one thread anyway. `SANITIZED` because the macro of the compiler is gone with the flag.
let guest: [CSetting] =
  Context.environment["AUTHRUN_SANITIZE"] == "thread"
  ? [.unsafeFlags(["-fno-sanitize=thread"]), .define("SANITIZED")] : []

let package = Package(
  name: "authrun",
  products: [
    .library(name: "AuthRun", targets: ["AuthRun"]),
    .executable(name: "authrun", targets: ["authrun"]),
    .executable(name: "authrun-core", targets: ["authrun-core"]),
  ],
  targets: [
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // The kernel's key management: a header alone.
    .systemLibrary(name: "CKeyctl"),
    // Loads libsecret when it is used, so that the command starts without it.
    .target(name: "CSecret"),
    .systemLibrary(
      name: "CMicrohttpd",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]
    ),
    // Loads libpq at its first use, so that nothing links it; no PostgreSQL is needed to build.
    .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "LuaGuest", dependencies: ["CLua"], cSettings: guest),
    .target(name: "Standards", swiftSettings: pure),
    .target(name: "Crypto", dependencies: ["Standards", "COpenSSL"], swiftSettings: strict),
    .target(
      name: "HTTP",
      dependencies: ["Standards", "CCurl", "CMicrohttpd"],
      swiftSettings: strict
    ),
    .target(
      name: "Storage",
      dependencies: ["Standards", "CSodium", "CSQLite", "CKeyctl"],
      swiftSettings: strict
    ),
    .target(name: "SecretService", dependencies: ["Storage", "CSecret"], swiftSettings: strict),
    // Not a part of Storage, which the static front links.
    .target(
      name: "Postgres",
      dependencies: ["Storage", "Standards", "CPostgres"],
      swiftSettings: strict
    ),
    .target(
      name: "Providers",
      dependencies: ["Standards", "LuaGuest"],
      swiftSettings: strict
    ),
    .target(
      name: "Login",
      dependencies: [
        "Providers", "Storage", "Postgres", "SecretService", "HTTP", "Crypto", "Standards",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Rehearsal",
      dependencies: ["Login", "Providers", "HTTP", "Crypto", "Standards"],
      swiftSettings: strict
    ),
    .target(name: "AuthRun", dependencies: ["Login", "Providers"], swiftSettings: strict),
    .executableTarget(
      name: "authrun",
      dependencies: ["Storage", "Standards"],
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags([
          "-static-executable", "-use-ld=lld", "-Xlinker", "--symbol-ordering-file=\(frontOrder)",
          "-Xlinker", "--no-warn-symbol-ordering",
        ])
      ]
    ),
    .executableTarget(
      name: "authrun-core",
      dependencies: [
        "AuthRun", "Login", "Rehearsal", "Providers", "Storage", "HTTP", "Crypto", "Standards",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Standards", "Crypto"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "StandardsTests",
      dependencies: ["Standards", "Crypto", "TestSupport"],
      resources: [.copy("Vectors")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CryptoTests",
      dependencies: ["Crypto", "Standards", "TestSupport"],
      resources: [.copy("Vectors")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "HTTPTests",
      dependencies: ["HTTP", "Crypto", "Standards", "TestSupport"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "storage-probe",
      dependencies: ["Storage", "Postgres", "Standards"],
      path: "Tests/StorageProbe",
      swiftSettings: strict
    ),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Storage", "Postgres", "CKeyctl", "Standards", "TestSupport", "storage-probe",
      ],
      exclude: ["Postgres/proxy.py"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FrontTests",
      dependencies: ["storage-probe", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ProvidersTests",
      dependencies: ["Providers", "LuaGuest", "Crypto", "Standards", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LoginTests",
      dependencies: [
        "Login", "Providers", "Storage", "HTTP", "Crypto", "Standards", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RehearsalTests",
      dependencies: [
        "Rehearsal", "Login", "Providers", "HTTP", "Crypto", "Standards", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AuthRunTests",
      dependencies: ["AuthRun", "Rehearsal", "Providers", "HTTP", "Standards"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "authrun-core", "HTTP", "Login", "Providers", "Rehearsal", "Crypto", "Standards",
        "TestSupport", "storage-probe",
      ],
      exclude: ["Snapshots", "Peers"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["TestSupport", "Standards"],
      exclude: ["Peers"],
      swiftSettings: strict
    ),
  ]
)

// For a quick turn while working on one room: `AUTHRUN_ONLY=StorageTests swift test` builds that target and what it needs.
if let wanted = Context.environment["AUTHRUN_ONLY"] {
  var kept: Set<String> = []
  var waiting = wanted.split(separator: " ").map(String.init)
  while let name = waiting.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name })
    else { continue }
    waiting += target.dependencies.compactMap { dependency in
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): name
      default: nil
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in !kept.contains(product.name) }
}
