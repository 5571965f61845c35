import Foundation
import HTTP
import Login
import Providers
import Rehearsal
import Standards
import TestSupport
import Testing

/// A descriptor with its cases, and a vault that goes away with them.
struct CaseHome {
  let home: TemporaryHome
  let descriptor: Descriptor

  init(_ lua: String, id: String = "shop") throws {
    home = try TemporaryHome()
    let path = try home.write(lua, to: "config/authrun/providers/\(id).lua")
    descriptor = try DescriptorLoader.load(source: Array(lua.utf8), path: path, isolation: .thread)
  }

  var settings: EngineSettings {
    var settings = EngineSettings()
    settings.vault = home.file("cases.db")
    settings.environment = home.environment
    return settings
  }

  func run(_ file: CaseFile) async -> [CaseRun.Outcome] {
    let run = CaseRun(file, descriptor, settings)
    var outcomes: [CaseRun.Outcome] = []
    for one in file.cases { outcomes.append(await run.run(one)) }
    return outcomes
  }

  func record() async throws -> CaseFile {
    let rehearsed = try await CaseRecorder(descriptor).rehearse { provider in
      var settings = settings
      settings.vault = home.file("record.db")
      settings.caFile = try home.write(provider.caPEM, to: "ca.pem")
      settings.connectTo = provider.connectTo.map(\.description)
      return settings
    }
    return try await rehearsed.learned(descriptor, settings)
  }

  static let oauth2 = """
    return provider {
      api = 1, id = "shop", name = "Shop", capture = { "loopback" },
      oauth2 = { authorize = "https://shop.example/a", token = "https://shop.example/t",
        client_auth = "post", scopes = { "read" } },
      request = { base = "https://api.shop.example" },
      identity = { get = "/me", id = "/id", name = "/name" },
    }
    """
}
