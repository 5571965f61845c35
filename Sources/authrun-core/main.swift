import Glibc

StandardStreams.secure()
Interrupts.catchSignals()
let words = CommandWords.current
let program = Program(
  environment: Environment.ofProcess(),
  executablePath: ExecutablePath.current,
  unreadableArgument: CommandWords.firstUnreadable
)
let running = Task { await program.run(words) }
Interrupts.watch { running.cancel() }
let status = await running.value
// Not `exit`: the libraries' own clean-up would pull their state from under the thread that drives
// transfers, which may still be closing a connection. Nothing of ours waits to be flushed.
fflush(nil)
_exit(status)
