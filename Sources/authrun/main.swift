import Glibc

// The static front: answers from the vault where it can, and is replaced by the whole program where
// it cannot (design: the hit path costs nothing).

let words = ArgumentWords.current
if let text = words.flatMap(HitRequest.init).flatMap(HitPath.answer) {
  if Output.write(text, to: STDOUT_FILENO) { exit(0) }
  _ = Output.write(
    "authrun: cannot write the token: \(String(cString: strerror(errno)))\n",
    to: STDERR_FILENO
  )
  exit(70)
}

let failure = Handover.run(CommandLine.unsafeArgv)
_ = Output.write(
  failure.text(asJSON: words?.contains("--json") == true),
  to: STDERR_FILENO
)
exit(70)
