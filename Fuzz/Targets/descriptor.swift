import Standards

@testable import Providers

/// A descriptor file of any content: it loads or is refused in printable words, and nothing else happens.
func examine(_ input: [UInt8]) {
  var limits = ScriptLimits.standard
  limits.instructions = 100_000
  limits.processorTime = .milliseconds(500)
  let summary = CatalogueSummary(source: input)
  expect(isPrintable(summary.name ?? ""), "a listed name is printable")
  expect(KeyLocator(source: input).providerLine >= 1, "lines count from one")
  _ = AbsentGlobals.uses(in: input)
  _ = LoosenedCalls.notes(in: input, secrets: ["key"])
  do {
    let descriptor = try DescriptorLoader.load(
      source: input,
      path: "fuzz.lua",
      limits: limits,
      isolation: .thread
    )
    expect(descriptor.id == "fuzz", "the id is the file's name")
    _ = DescriptorSummary(descriptor, isShipped: false).json.serialized
    expect(
      TrustStatement(descriptor, replacesShipped: false).sentences.count >= 4,
      "each descriptor says what it can do"
    )
  } catch {
    expect(!error.problems.isEmpty, "a refusal has a reason")
    for line in error.lines {
      expect(line.hasPrefix("fuzz.lua"), "a refusal names its file")
      if error.script != nil { expect(isPrintable(line), "a script's error is printable") }
    }
  }
}

private func isPrintable(_ text: String) -> Bool {
  !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
}
