import Glibc

StandardStreams.secure()
Interrupts.catchSignals()
let words = Array(CommandLine.arguments.dropFirst())
let program = Program(
  environment: Environment.ofProcess(),
  executablePath: ExecutablePath.current,
  unreadableArgument: CommandWords.firstUnreadable
)
let running = Task { await program.run(words) }
Interrupts.watch { running.cancel() }
exit(await running.value)
