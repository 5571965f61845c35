import Foundation
import TestSupport
import Testing

/// Completion in the real shells, with the providers and accounts that there are.
@Suite(.endToEnd)
struct CompletionTests {
  private func shell(
    _ rig: APIRig,
    _ program: String,
    _ arguments: [String]
  ) async throws
    -> CommandResult
  {
    var command = try rig.command([])
    let folder = (command.executable as NSString).deletingLastPathComponent
    command = Command(program, arguments, environment: command.environment)
    command.environment["PATH"] = folder + ":/usr/local/bin:/usr/bin:/bin"
    command.environment["TERM"] = "xterm"
    command.deadline = 60
    return try await command.run()
  }

  private static let cases: [(line: String, candidates: [String])] = [
    ("authrun refr", ["refresh"]),
    ("authrun api", ["api"]),
    ("authrun token a", ["api", "api/work"]),
    ("authrun token api/", ["api/default", "api/work"]),
    ("authrun accounts re", ["rename"]),
    ("authrun token api --forc", ["--force-refresh"]),
    ("authrun jwt ", ["decode", "sign", "verify"]),
    ("authrun login api --capture p", ["paste", "pin"]),
  ]

  private func rig() async throws -> APIRig {
    let rig = try await APIRig()
    let work = try await rig.authrun("login", "api", "--as", "work")
    try #require(work.status == 0, "\(work)")
    return rig
  }

  @Test
  func `bash completes commands, options, providers and accounts`() async throws {
    let rig = try await rig()
    let script = """
      eval "$(authrun completions bash)"
      COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($1); COMP_CWORD=${#COMP_WORDS[@]}
      _authrun 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}" | sort
      """
    for (line, candidates) in Self.cases + [("authrun login api --capture=pa", ["paste"])] {
      let result = try await shell(rig, "/bin/bash", ["--norc", "-c", script, "bash", line])
      let found = result.output.split(separator: "\n").map(String.init)
      #expect(found == candidates, "\(line): \(result)")
    }
  }

  @Test
  func `bash falls back to files where a file is wanted`() async throws {
    let rig = try await rig()
    let script = """
      eval "$(authrun completions bash)"
      compopt() { echo "compopt $*"; }
      COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(authrun); COMP_CWORD=1
      _authrun
      """
    let result = try await shell(
      rig,
      "/bin/bash",
      ["--norc", "-c", script, "bash", "authrun request api /x -o "]
    )
    #expect(result.output.contains("compopt -o default"), "\(result)")
    let folders = try await shell(
      rig,
      "/bin/bash",
      ["--norc", "-c", script, "bash", "authrun --providers "]
    )
    #expect(folders.output.contains("compopt -o dirnames"), "\(folders)")
  }

  @Test
  func `fish completes the same, with a word about each`() async throws {
    let rig = try await rig()
    for (line, candidates) in Self.cases {
      let result = try await shell(
        rig,
        "/usr/bin/fish",
        ["--no-config", "-c", "authrun completions fish | source; complete -C \"$argv[1]\"", line]
      )
      let found = result.output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
      #expect(found.map(String.init).sorted() == candidates, "\(line): \(result)")
    }
    let noted = try await shell(
      rig,
      "/usr/bin/fish",
      ["--no-config", "-c", "authrun completions fish | source; complete -C 'authrun refr'"]
    )
    #expect(noted.output == "refresh\tRenew the access token now\n", "\(noted)")
  }

  @Test
  func `zsh completes as somebody types`() async throws {
    let rig = try await rig()
    let script = """
      authrun completions zsh > $HOME/_authrun
      zmodload zsh/zpty
      zpty z "zsh -f -i"
      zpty -w z "PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; source $HOME/_authrun; print ok-\\$((40+2))"
      zpty -r z out '*ok-42*'
      zpty -w z 'authrun() { print -r -- "ran<$*>" }'
      # Typed, completed, and run: what the line had become is what the function is given.
      complete_and_run() {
        zpty -w -n z "$1"$'\\t\\n'
        zpty -r z out "*ran<$2>*"
        print -r -- "$2"
      }
      complete_and_run 'authrun refr' 'refresh'
      complete_and_run 'authrun token api/w' 'token api/work'
      complete_and_run 'authrun token api --forc' 'token api --force-refresh'
      complete_and_run 'authrun accounts ren' 'accounts rename'
      complete_and_run 'authrun login api --capture=pi' 'login api --capture=pin'
      zpty -w -n z $'authrun jwt \\t'
      zpty -r z out '*verify*Verify a JSON*'
      print listed
      zpty -d z
      """
    let result = try await shell(rig, "/usr/bin/zsh", ["-f", "-c", script])
    #expect(result.status == 0, "\(result)")
    #expect(result.output.split(separator: "\n").count == 6, "\(result)")
  }

  @Test
  func `completion asks nobody and needs neither vault nor account`() async throws {
    let rig = try await APIRig()
    try FileManager.default.removeItem(atPath: rig.home.file("data/authrun"))
    let result = try await rig.authrun("complete-words", "fish", "--", "token", "")
    #expect(result.output == "candidates\n", "\(result)")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let requests = try await rig.arrived("/token")
    #expect(requests.count == 1, "the login's alone")
  }
}
