import AuthRun
import Foundation
import HTTP
import Providers
import Rehearsal
import Standards
import Testing

/// What an app does that links the library: log in, use the token, log out.
@Suite
struct AppTests {
  /// Opens the provider's page as a user who agrees would.
  private struct Agreeing: LoginPresenter {
    let provider: PracticeProvider

    func open(_ url: String) async -> Bool {
      guard let uri = try? URI(url) else { return false }
      // The page comes when the login is done, so the visit must not hold it up.
      Task {
        do throws(HTTPError) {
          _ = try await provider.browser.visit(uri)
        } catch {
          Issue.record("the visit failed, so that the login waits in vain: \(error)")
        }
      }
      return true
    }

    func answer(_ question: String, isSecret: Bool) async -> String? { nil }
  }

  private let home: String
  private let descriptors: String

  init() throws {
    home = NSTemporaryDirectory() + "authrun-app-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    descriptors =
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "providers").path
  }

  private func start(_ id: String) async throws -> (AuthRun, PracticeProvider) {
    let catalogue = Catalogue(
      userDirectory: nil,
      directories: [descriptors],
      installedDirectory: nil
    )
    let provider = try await PracticeProvider.start(try #require(try catalogue.find(id)))
    let trust = home + "/ca.pem"
    try provider.caPEM.write(toFile: trust, atomically: true, encoding: .utf8)
    var configuration = Configuration(environment: ["HOME": home])
    configuration.providerDirectories = [descriptors]
    configuration.caFile = trust
    configuration.connectTo = provider.connectTo.map(\.description)
    return (try AuthRun(configuration), provider)
  }

  @Test(arguments: ["spotify", "acme"])
  func `an app logs in, gets a token, calls the API and forgets the account`(
    id: String
  ) async throws {
    let (authrun, provider) = try await start(id)
    let account = try await authrun.login(
      id,
      as: "기본",
      options: provider.options,
      timeout: 200,
      presenter: Agreeing(provider: provider)
    )
    #expect(account == Account(provider: id, name: "기본"))
    #expect(try authrun.accounts() == [account])
    let token = try await authrun.token(for: account)
    #expect(!token.value.isEmpty)
    #expect(!"\(token)".contains(token.value))
    let answer = try await authrun.send(APICall(target: "/me"), as: account)
    #expect(answer.status == 200)
    try authrun.forget(account)
    #expect(try authrun.accounts().isEmpty)
    await provider.stop()
  }

  @Test
  func `a token that nobody has logged in for needs a login, and no browser opens`()
    async throws
  {
    let (authrun, provider) = try await start("spotify")
    let error = await #expect(throws: AuthRunError.self) {
      try await authrun.token(for: Account(provider: "spotify"))
    }
    #expect(error?.code == .loginNeeded)
    await provider.stop()
  }
}
