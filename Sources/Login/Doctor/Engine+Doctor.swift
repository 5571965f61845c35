import Crypto
import HTTP
import Providers
import Standards
import Storage

extension Engine {
  /// What runs here, and whether any of it is known to be faulty.
  package static var libraryChecks: [DoctorCheck] {
    let lua = LuaRelease.current
    return [
      LuaRelease.hasKnownCrashes(lua)
        ? DoctorCheck(
          "Lua",
          .warning,
          "\(lua) crashes on some texts, which nobody writes by mistake",
          hint:
            "5.4.7 and later do not; a crash ends the one operation, in the helper process below"
        ) : DoctorCheck("Lua", .ok, lua),
      DoctorCheck("libcurl", .ok, CurlRelease.current),
      DoctorCheck("libcrypto", .ok, CryptoRelease.current),
      DoctorCheck("SQLite", .ok, StorageReleases.sqlite),
      DoctorCheck("libsodium", .ok, StorageReleases.sodium),
    ]
  }

  /// Whether strangers' scripts get a process of their own here, and what holds it.
  package func isolationCheck() -> DoctorCheck {
    let name = "isolation"
    guard case .process(let program) = settings.isolation.isolation(isShipped: false) else {
      return DoctorCheck(
        name,
        .warning,
        "scripts run in this process",
        hint:
          "--isolation process, or nothing, gives those that did not come with authrun their own"
      )
    }
    do throws(ScriptError) {
      let wall = try ScriptWall.probe(program)
      let missing = wall.missing
      guard missing.isEmpty else {
        return DoctorCheck(
          name,
          .warning,
          "scripts of strangers run in a process of their own; this kernel lacks "
            + missing.joined(separator: " and "),
          hint: "the other walls stand: \(wall.standing.joined(separator: ", "))"
        )
      }
      return DoctorCheck(name, .ok, "a process behind \(wall.standing.joined(separator: ", "))")
    } catch {
      return DoctorCheck(name, .problem, error.message, hint: AuthRunError.withoutHelper)
    }
  }

  /// Whether the vault opens, and where its key is; its files' and folders' modes are looked at on the way.
  package func vaultChecks() -> [DoctorCheck] {
    do throws(AuthRunError) {
      guard let vault = try existingVault() else {
        return [DoctorCheck("vault", .ok, "there is none yet; the first login makes it")]
      }
      let listing: VaultListing
      do throws(VaultError) {
        listing = try vault.list()
      } catch {
        throw AuthRunError(error, step: "vault")
      }
      let count =
        listing.credentials.count == 1 ? "1 account" : "\(listing.credentials.count) accounts"
      let check = DoctorCheck("vault", .ok, "\(vault.path) opens: \(count)")
      let key = DoctorCheck("key", .ok, vault.keySource.words(in: location))
      guard listing.damagedCount > 0 else { return [check, key] }
      return [
        check, key,
        DoctorCheck(
          "records",
          .problem,
          "\(listing.damagedCount) in the vault do not open",
          hint: "log in again to the accounts that authrun accounts does not list",
          code: .vault
        ),
      ]
    } catch {
      return [DoctorCheck("vault", error)]
    }
  }

  /// Whether the descriptors can be used, and which are hidden by others of the same name.
  package func catalogueChecks() -> [DoctorCheck] {
    let entries: [CatalogueEntry]
    do throws(CatalogueError) {
      entries = try catalogue.list()
    } catch {
      return [DoctorCheck("providers", AuthRunError(error))]
    }
    var checks: [DoctorCheck] = []
    var count = 0
    for entry in entries {
      do throws(CatalogueError) {
        _ = try catalogue.read(entry.path)
        count += 1
      } catch {
        checks.append(DoctorCheck("provider \(entry.id)", AuthRunError(error)))
      }
      for path in entry.shadowed {
        checks.append(
          DoctorCheck(
            "provider \(entry.id)",
            .warning,
            "\(path) is never read: \(entry.path) comes before it",
            hint: "remove one of the two, or give one another id"
          )
        )
      }
    }
    return [DoctorCheck("providers", .ok, "\(count) can be used")] + checks
  }
}
