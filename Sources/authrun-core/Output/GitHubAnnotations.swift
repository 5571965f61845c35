import Providers

/// Findings as the workflow commands of GitHub Actions, which show them beside the lines of a change.
enum GitHubAnnotations {
  static func lines(_ report: CheckReport) -> [String] {
    report.findings.map { finding in
      let place = finding.line.map { ",line=\($0)" } ?? ""
      return
        "::\(command(finding.level)) file=\(property(report.file))\(place)::\(data(finding.message))"
    }
  }

  private static func command(_ level: Finding.Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// Text after the second `::`, in which these three would end the command or be read otherwise.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// The value of a property, which `:` and `,` would end too.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
