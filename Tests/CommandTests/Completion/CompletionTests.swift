import Testing

@testable import authrun_core

@Suite
struct CompletionTests {
  private struct Names: CompletionNames {
    let providers = ["spotify", "shop"]
    let accounts = ["spotify/default", "spotify/work", "shop/home"]
  }

  private func complete(_ words: String...) -> Completion {
    CompletionEngine(
      commands: CommandTable.specs,
      globals: GlobalOptions.specs,
      fallback: LoginCommand.spec,
      names: Names()
    ).complete(CompletionRequest(words: words))
  }

  private func texts(_ words: String...) -> [String] {
    let engine = CompletionEngine(
      commands: CommandTable.specs,
      globals: GlobalOptions.specs,
      fallback: LoginCommand.spec,
      names: Names()
    )
    guard case .candidates(let found) = engine.complete(CompletionRequest(words: words)) else {
      return ["(files)"]
    }
    return found.map(\.text)
  }

  @Test
  func `the first word is a command or a provider`() {
    #expect(texts("s").sorted() == ["shop", "show", "sign", "spotify"])
    #expect(texts("").contains("accounts") && texts("").contains("spotify"))
    #expect(!texts("").contains("complete-words"))
    #expect(texts("--json", "tok") == ["token"])
    #expect(texts("--vault", "token", "acc") == ["accounts"])
  }

  @Test
  func `the second word of a command`() {
    #expect(texts("jwt", "") == ["decode", "verify", "sign"])
    #expect(texts("accounts", "r") == ["rename"])
    #expect(texts("jwk", "convert", "x", "--to", "") == ["jwk", "pem"])
  }

  @Test
  func `accounts and providers where they belong`() {
    #expect(texts("token", "") == ["spotify", "spotify/work", "shop/home"])
    #expect(texts("token", "spotify/") == ["spotify/default", "spotify/work"])
    #expect(texts("token", "--json", "sp") == ["spotify", "spotify/work"])
    #expect(texts("accounts", "default", "sh") == ["shop/home"])
    #expect(texts("show", "s") == ["spotify", "shop"])
    #expect(texts("login", "s") == ["spotify", "shop"])
    #expect(texts("request", "spotify", "P") == ["POST", "PUT", "PATCH"])
    #expect(texts("help", "tok") == ["token"])
    #expect(texts("completions", "") == ["bash", "zsh", "fish"])
  }

  @Test
  func `options of the command, each once unless it may stand again`() {
    #expect(texts("token", "spotify", "--he") == ["--header", "--help"])
    #expect(texts("token", "--header", "--he") == ["--help"])
    #expect(texts("request", "a", "-d", "x", "--dat") == ["--data", "--data-raw", "--data-binary"])
    #expect(texts("spotify", "--capt") == ["--capture"])
    #expect(texts("token", "--", "--he").isEmpty)
    #expect(!texts("accounts", "--").contains("--scope"))
  }

  @Test
  func `the value of an option`() {
    #expect(texts("login", "x", "--capture", "p") == ["pin", "paste"])
    #expect(texts("login", "x", "--capture=p") == ["--capture=pin", "--capture=paste"])
    #expect(complete("request", "a", "/x", "-o", "") == .files)
    #expect(complete("request", "a", "/x", "--output=b") == .files)
    #expect(complete("--trace=") == .files)
    #expect(complete("token", "--providers", "") == .directories)
    #expect(texts("token", "--min-ttl", "").isEmpty)
    #expect(complete("check", "") == .files)
    #expect(complete("login", "x", "--browser", "fire") == .files)
  }

  @Test
  func `bash's line is split as a shell would`() {
    #expect(
      CompletionRequest(line: "authrun  token 'a b'\\ c \"d'")
        == CompletionRequest(
          words: ["token", "a b c"],
          current: "d'"
        )
    )
    #expect(CompletionRequest(line: "authrun ") == CompletionRequest(words: [], current: ""))
    #expect(
      CompletionRequest(line: "/usr/bin/authrun --trace=x:y")
        == CompletionRequest(
          words: [],
          current: "--trace=x:y"
        )
    )
  }

  @Test
  func `bash gets what stands after its own word breaks, others the notes`() {
    let found = Completion.candidates([.init(text: "--capture=pin", note: "n")])
    typealias Asked = CompleteWordsCommand
    #expect(Asked.lines(found, for: .bash, "--capture=p") == ["candidates", "pin"])
    #expect(Asked.lines(found, for: .fish, "--capture=p") == ["candidates", "--capture=pin\tn"])
    let odd = Completion.candidates([.init(text: "a/b$c")])
    #expect(Asked.lines(odd, for: .bash, "a") == ["candidates", "'a/b$c'"])
  }
}
