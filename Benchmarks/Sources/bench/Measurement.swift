import Glibc

/// One thing to time, and what it answered to prove that it did its work.
struct Contestant {
  let name: String
  /// Does the work once; `false` stops the benchmark.
  let run: () -> Bool

  init(_ name: String, _ run: @escaping () -> Bool) {
    self.name = name
    self.run = run
  }
}

/// Contestants for one job; the first is ours.
struct Contest {
  let name: String
  let contestants: [Contestant]
  /// The clock that says how long the work took, in nanoseconds.
  var clock: () -> Double = Contest.threadTime

  /// The processor time of this thread.
  static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// The median time of each contestant, from rounds in which all take turns.
///
/// A machine that slows down for a while slows all of them, so that the ratios, each taken within one
/// round, hold.
struct Measurement {
  let contest: Contest
  /// Nanoseconds for one run, in the order of the contestants.
  let medians: [Double]
  /// The median over the rounds of our time divided by each contestant's.
  let ratios: [Double]

  init(_ contest: Contest, rounds: Int, roundTime: Double) {
    self.contest = contest
    let clock = contest.clock
    let counts = contest.contestants.map { Self.calibrated($0, time: roundTime, clock) }
    var samples = [[Double]](repeating: [], count: counts.count)
    for round in 0..<rounds {
      for turn in counts.indices {
        // Nobody always runs after the same neighbour.
        let index = (turn + round) % counts.count
        samples[index].append(Self.time(contest.contestants[index], count: counts[index], clock))
      }
    }
    medians = samples.map(Self.median)
    ratios = samples.map { theirs in Self.median(zip(samples[0], theirs).map { $0 / $1 }) }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// How many runs take about `time` nanoseconds.
  private static func calibrated(
    _ contestant: Contestant,
    time wanted: Double,
    _ clock: () -> Double
  ) -> Int {
    var count = 1
    while true {
      let one = time(contestant, count: count, clock)
      if one * Double(count) > wanted / 4 { return max(1, Int(wanted / one)) }
      count *= 4
    }
  }

  private static func time(
    _ contestant: Contestant,
    count: Int,
    _ clock: () -> Double
  ) -> Double {
    let start = clock()
    for _ in 0..<count where !contestant.run() {
      fatalError("\(contestant.name) failed")
    }
    return (clock() - start) / Double(count)
  }
}

extension Measurement {
  /// A row of a Markdown table: our time, then each rival's time and how many of ours it takes.
  var row: String {
    var cells = [contest.name, Self.text(medians[0])]
    for index in contest.contestants.indices.dropFirst() {
      let name = contest.contestants[index].name
      cells.append("\(name) \(Self.text(medians[index])) (\(Self.ratio(ratios[index])))")
    }
    return "| " + cells.joined(separator: " | ") + " |"
  }

  static func text(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<10_000: rounded(nanoseconds / 1e3, places: 2) + " µs"
    case ..<1_000_000: rounded(nanoseconds / 1e3, places: 1) + " µs"
    default: rounded(nanoseconds / 1e6, places: 2) + " ms"
    }
  }

  static func ratio(_ value: Double) -> String {
    rounded(value, places: value < 0.1 ? 3 : 2) + "×"
  }

  private static func rounded(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    let padding = String(repeating: "0", count: places - fraction.count)
    return "\(whole / Int(scale)).\(padding)\(fraction)"
  }
}
