import Crypto
import Foundation
import Providers
import TestSupport
import Testing

@Suite
struct CatalogueTests {
  private let user: TemporaryFolder
  private let given: TemporaryFolder
  private let shipped: TemporaryFolder
  private let catalogue: Catalogue

  init() throws {
    user = try TemporaryFolder()
    given = try TemporaryFolder()
    shipped = try TemporaryFolder()
    catalogue = Catalogue(
      userDirectory: user.path,
      directories: [given.path],
      installedDirectory: shipped.path,
      isolation: IsolationRule(mode: .thread),
      hashing: OpenSSLHashing()
    )
  }

  private func error(_ id: String) -> CatalogueError? {
    do throws(CatalogueError) {
      _ = try catalogue.find(id)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `a file dropped into a folder is found and gone when it is removed`() throws {
    #expect(try catalogue.find("dropped") == nil)
    let path = try user.write("dropped.lua", descriptorText("dropped"))
    #expect(try catalogue.find("dropped")?.id == "dropped")
    try FileManager.default.removeItem(atPath: path)
    #expect(try catalogue.find("dropped") == nil)
  }

  @Test
  func `the user's file counts before a given one and that before a shipped one`() throws {
    try shipped.write("a.lua", descriptorText("a", name: "shipped"))
    #expect(try catalogue.find("a")?.name == "shipped")
    try given.write("a.lua", descriptorText("a", name: "given"))
    #expect(try catalogue.find("a")?.name == "given")
    try user.write("a.lua", descriptorText("a", name: "user"))
    #expect(try catalogue.find("a")?.name == "user")
    let entries = try catalogue.list()
    #expect(entries.map(\.id) == ["a"])
    #expect(entries.first?.origin == .user)
    #expect(entries.first?.shadowed.count == 2)
  }

  @Test
  func `finding one reads no other`() throws {
    try user.write("good.lua", descriptorText("good"))
    try user.write("broken.lua", "this is not Lua", mode: 0o666)
    #expect(try catalogue.find("good")?.id == "good")
    #expect(try catalogue.list().map(\.id) == ["broken", "good"])
  }

  @Test
  func `only files that could be descriptors are listed`() throws {
    try user.write("notes.txt", "")
    try user.write("Upper.lua", "")
    try user.write(".hidden.lua", "")
    try user.write("two words.lua", "")
    try user.write("ok-1_a.lua", "")
    #expect(try catalogue.list().map(\.id) == ["ok-1_a"])
  }

  @Test(arguments: ["../escape", "a/b", "..", "", ".", "A", "a.lua", "a\0b"])
  func `an id that is no name never becomes a path`(id: String) throws {
    try user.write("nested/b.lua", descriptorText("b"))
    #expect(try catalogue.find(id) == nil)
  }

  @Test
  func `a wrong file says where and what`() throws {
    try user.write("bad.lua", "return provider {\n  api = 1, id = \"bad\",\n  tokn = 1,\n}")
    guard case .invalid(let problem) = error("bad")?.kind else {
      Issue.record("no descriptor error")
      return
    }
    #expect(problem.lines.contains { $0.hasPrefix("bad.lua:3: unknown key \"tokn\"") })
    #expect(!problem.description.contains(user.path))
  }

  @Test
  func `a syntax error has its line`() throws {
    try user.write("bad.lua", "return provider {\n  api = = 1\n}")
    guard case .invalid(let problem) = error("bad")?.kind else {
      Issue.record("no descriptor error")
      return
    }
    #expect(problem.location == "bad.lua:2")
    #expect(problem.script?.kind == .syntax)
  }

  @Test(arguments: [
    (0o666, "can be changed by everybody", "go"), (0o606, "can be changed by everybody", "o"),
    (0o660, "can be changed by its group", "g"),
  ])
  func `a file that others can change is refused with the command that mends it`(
    mode: Int,
    message: String,
    who: String
  ) throws {
    let path = try user.write("open.lua", descriptorText("open"), mode: mode)
    let error = error("open")
    #expect(error?.message == "\(path) \(message)")
    #expect(error?.hint == "chmod \(who)-w \(path)")
    guard case .loosePermissions = error?.kind else {
      Issue.record("not refused")
      return
    }
    #expect(throws: CatalogueError.self) { try catalogue.source(path) }
  }

  @Test(arguments: [0o777, 0o770, 0o1777])
  func `a folder in which others can put files is refused`(mode: Int) throws {
    try user.write("a.lua", descriptorText("a"))
    try user.setMode(mode)
    #expect(error("a")?.hint?.hasSuffix("-w \(user.path)") == true)
    #expect(throws: CatalogueError.self) { try catalogue.list() }
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a file away"))
  func `a file or folder of another user is refused`() throws {
    let path = try user.write("other.lua", descriptorText("other"))
    chown(path, 12_345, 12_345)
    #expect(error("other")?.message.contains("belongs to another user") == true)
    #expect(error("other")?.hint == "sudo chown \(geteuid()) \(path)")
    chown(path, 0, 0)
    #expect(error("other") == nil)
    chown(user.path, 12_345, 12_345)
    #expect(error("other")?.hint == "sudo chown \(geteuid()) \(user.path)")
  }

  @Test(.enabled(if: getuid() != 0, "root can read everything"))
  func `a file that cannot be read is an error and not absent`() throws {
    try user.write("secret.lua", descriptorText("secret"), mode: 0o000)
    #expect(error("secret") != nil)
  }

  @Test
  func `a folder with a descriptor's name is an error`() throws {
    try user.write("dir.lua/inner", "")
    #expect(error("dir")?.message.hasSuffix("is no regular file") == true)
  }

  @Test
  func `a pipe in the folder does not hold up a login`() throws {
    mkfifo(user.path + "/pipe.lua", 0o600)
    #expect(error("pipe")?.message.hasSuffix("is no regular file") == true)
  }

  @Test
  func `absent folders are empty but one that was named must exist`() throws {
    let nowhere = user.path + "/nowhere"
    let absent = Catalogue(
      userDirectory: nowhere,
      directories: [],
      installedDirectory: nowhere
    )
    #expect(try absent.list().isEmpty)
    let named = Catalogue(userDirectory: nil, directories: [nowhere], installedDirectory: nil)
    #expect(throws: CatalogueError.self) { try named.find("a") }
  }

  @Test
  func `a file above the size limit is refused`() throws {
    try user.write("big.lua", String(repeating: "-", count: 70_000))
    guard case .invalid? = error("big")?.kind else {
      Issue.record("not refused")
      return
    }
  }

  @Test
  func `what came with authrun is known by its content, wherever it lies`() throws {
    let text = try String(contentsOfFile: "\(PackageLayout.providers)/spotify.lua", encoding: .utf8)
    // A checkout for a team may be writable by its group: the digest speaks for the file.
    try shipped.write("spotify.lua", text, mode: 0o664)
    try shipped.setMode(0o775)
    #expect(try catalogue.find("spotify")?.source.isShipped == true)
    try user.write("spotify.lua", text)
    #expect(try catalogue.find("spotify")?.source.isShipped == true)
    #expect(catalogue.hasShipped("spotify"))
    #expect(!catalogue.hasShipped("somebody-elses"))
  }

  @Test
  func `a shipped file that was changed is a stranger's`() throws {
    let text = try String(contentsOfFile: "\(PackageLayout.providers)/spotify.lua", encoding: .utf8)
    try shipped.write("spotify.lua", text + "\n")
    #expect(try catalogue.find("spotify")?.source.isShipped == false)
    try shipped.write("spotify.lua", text + "\n", mode: 0o664)
    #expect(error("spotify")?.hint?.hasPrefix("chmod g-w") == true)
  }

  @Test
  func `a stranger's script runs in a process, a shipped one on a thread`() throws {
    let rules: [(IsolationRule.Mode?, ScriptIsolation, ScriptIsolation)] = [
      (nil, .thread, .ownProcess), (.thread, .thread, .thread),
      (.process, .ownProcess, .ownProcess),
    ]
    let text = try String(contentsOfFile: "\(PackageLayout.providers)/spotify.lua", encoding: .utf8)
    try user.write("spotify.lua", text)
    try user.write("own.lua", descriptorText("own"))
    for (mode, ofShipped, ofOwn) in rules {
      let catalogue = Catalogue(
        userDirectory: user.path,
        directories: [],
        installedDirectory: nil,
        isolation: IsolationRule(mode: mode),
        hashing: OpenSSLHashing()
      )
      #expect(try catalogue.find("spotify")?.source.isolation == ofShipped)
      #expect(try catalogue.find("own")?.source.isolation == ofOwn)
    }
  }

  @Test
  func `the installed folder is found beside the executable`() throws {
    let root = try TemporaryFolder()
    let installed = root.url.appending(path: "share/authrun/providers")
    try FileManager.default.createDirectory(at: installed, withIntermediateDirectories: true)
    for path in ["bin/authrun", "libexec/authrun/authrun-core"] {
      let executable = try root.write(path, "")
      #expect(Catalogue.installedDirectory(executablePath: executable) == installed.path)
    }
    let linked = try TemporaryFolder()
    let link = linked.path + "/authrun"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: root.path + "/bin/authrun"
    )
    #expect(Catalogue.installedDirectory(executablePath: link) == installed.path)
  }

  @Test
  func `a build in a checkout uses the checkout's providers`() throws {
    let root = try TemporaryFolder()
    try root.write("providers/a.lua", "")
    let executable = try root.write(".build/debug/authrun-core", "")
    #expect(
      Catalogue.installedDirectory(executablePath: executable) == root.path + "/providers"
    )
  }

  @Test
  func `a listing knows name and kind without running the file`() throws {
    let text = descriptorText("a", name: "The name")
    let summary = CatalogueSummary(source: Array(text.utf8))
    #expect(summary.name == "The name")
    #expect(summary.kind == "oauth2")
    try user.write("a.lua", text)
    #expect(try catalogue.list().map { catalogue.summary(of: $0) } == [summary])
    let custom = "local function f() end return provider({ login = f, name = 'X' })"
    let other = CatalogueSummary(source: Array(custom.utf8))
    #expect(other.name == "X")
    #expect(other.kind == "custom")
  }
}
