import Glibc
import Standards

// The static front: answers from the vault where it can, and is replaced by the whole program where
// it cannot (design: the hit path costs nothing).

let words = ArgumentWords.current
let request = words.flatMap(HitRequest.init)
var input = Input()
if let answer = request.flatMap({ HitPath.answer($0, &input) }) {
  _ = answer.errors.isEmpty || Output.write(answer.errors, to: STDERR_FILENO)
  if Output.write(answer.output, to: STDOUT_FILENO) { exit(answer.status) }
  _ = Output.write(
    "authrun: cannot write the token: \(String(cString: strerror(errno)))\n",
    to: STDERR_FILENO
  )
  exit(70)
}

input.giveBack()
let failure = Handover.run(CommandLine.unsafeArgv)
_ = Output.write(
  failure.text(asJSON: words?.contains("--json") == true),
  to: STDERR_FILENO
)
exit(70)
