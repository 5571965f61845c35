import Glibc
import Standards

/// `bench [--rounds N] [--only NAME]… [--alone yes] [--authrun PATH]` prints rows of a Markdown table.
///
/// The first time is ours; behind each rival's time stands ours divided by it. Alone, nobody else runs,
/// as a profiler wants it.
@main
struct Benchmark {
  private var rounds = 15
  private var wanted: [String] = []
  private var isAlone = false
  private var authrun: String?

  static func main() throws {
    var benchmark = Benchmark()
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch (word, words.popFirst()) {
      case ("--rounds", let value?): benchmark.rounds = Int(value) ?? benchmark.rounds
      case ("--only", let value?): benchmark.wanted.append(value)
      case ("--alone", _?): benchmark.isAlone = true
      case ("--authrun", let value?): benchmark.authrun = value
      default: fatalError("unknown argument \(word)")
      }
    }
    if benchmark.wants("OAuth") { benchmark.run(try OAuth1Contests.make(), roundTime: 2e6) }
    for algorithm in JWSContests.algorithms where benchmark.wants(algorithm.rawValue) {
      benchmark.run(try JWSContests.make(algorithm), roundTime: 2e6)
    }
    if benchmark.wants("descriptor") {
      benchmark.run(try DescriptorContests.make(), roundTime: 4e6)
    }
    if let authrun = benchmark.authrun, benchmark.wants("process") {
      benchmark.run(ProcessContests.make(authrun), roundTime: 10e6)
    }
    if benchmark.wants("growth"), !benchmark.isAlone, try !Growth.check() { exit(1) }
  }

  /// Whether a contest may be wanted whose name begins like this.
  private func wants(_ name: String) -> Bool {
    wanted.isEmpty || wanted.contains { $0.hasPrefix(name) || name.hasPrefix($0) }
  }

  private func run(_ contests: [Contest], roundTime: Double) {
    for contest in contests
    where wanted.isEmpty || wanted.contains(where: { contest.name.hasPrefix($0) }) {
      let contest =
        isAlone ? Contest(name: contest.name, contestants: [contest.contestants[0]]) : contest
      print(Measurement(contest, rounds: rounds, roundTime: roundTime).row)
      fflush(nil)
    }
  }
}
