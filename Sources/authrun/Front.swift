import Glibc
import Standards
import Storage

/// The static front: answers from the vault where it can, and is replaced by the whole program where it
/// cannot (design: the hit path costs nothing).
///
/// A type rather than top-level code, whose variables belong to the main actor: the front would carry and
/// start the whole run time of concurrency for them.
@main
enum Front {
  static func main() {
    let words = ArgumentWords.current
    let request = words.flatMap(HitRequest.init)
    var input = Input()
    if let request, let answer = HitPath.answer(request, &input) { give(answer) }
    input.giveBack()
    let failure = Handover.run(CommandLine.unsafeArgv)
    _ = Output.write(
      failure.text(asJSON: words?.contains("--json") == true),
      to: STDERR_FILENO
    )
    exit(70)
  }

  /// Writes the answer and ends the process, at once: nothing is left to be written or closed.
  private static func give(_ answer: ConsumerAnswer) -> Never {
    _ = answer.errors.isEmpty || Output.write(answer.errors, to: STDERR_FILENO)
    if Output.write(answer.output, to: STDOUT_FILENO) { _exit(answer.status) }
    _ = Output.write(
      "authrun: cannot write the token: \(String(cString: strerror(errno)))\n",
      to: STDERR_FILENO
    )
    _exit(70)
  }
}
