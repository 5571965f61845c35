/// Validates a descriptor file and looks for what is allowed and yet probably a mistake.
package enum DescriptorCheck {
  /// Checks the file with this text; `file` is its path as the user gave it.
  package static func run(
    source: [UInt8],
    file: String,
    isolation: ScriptIsolation = .ownProcess
  ) -> CheckReport {
    let descriptor: Descriptor
    let table: ScriptTable
    do {
      (descriptor, table) = try DescriptorLoader.read(
        source: source,
        path: file,
        isolation: isolation
      )
    } catch {
      let findings = error.problems.map { Finding(.error, line: $0.line, $0.text) }
      return CheckReport(file: file, findings: findings)
    }
    let locator = KeyLocator(source: source)
    var lints = DescriptorLints(descriptor)
    lints.run()
    let notes = descriptor.loosened.map { loosening in
      Finding(
        .note,
        line: locator.line(of: loosening.field),
        "\(loosening.field) loosens a check: \(loosening.consequence)"
      )
    }
    let declared = DeclaredLints(DeclaredTexts(table)).lints
    let warnings = (lints.findings + declared).map { lint in
      Finding(lint.level, line: locator.line(of: lint.field), lint.message)
    }
    let absent = AbsentGlobals.uses(in: source).map { name, line in
      Finding(.warning, line: line, "'\(name)' is not available to provider scripts")
    }
    let secrets = Set(descriptor.options.filter { $0.type == .secret }.map(\.name))
    let loosened = LoosenedCalls.notes(in: source, secrets: secrets).map { note in
      Finding(.note, line: note.line, note.text)
    }
    let deprecated = descriptor.deprecations.map { Finding(.warning, line: $0.line, $0.text) }
    let findings = (deprecated + warnings + absent + notes + loosened).enumerated()
      .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
      .map(\.element)
    return CheckReport(file: file, findings: findings)
  }
}
