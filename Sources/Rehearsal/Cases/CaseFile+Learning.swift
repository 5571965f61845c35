package import Login
package import Providers
import Standards

extension CaseFile {
  /// The file with each request and each result as it is now; answers and callbacks stay.
  ///
  /// Fails where the steps themselves have changed, which only their author can mend.
  package func learned(
    _ descriptor: Descriptor,
    _ settings: EngineSettings
  ) async throws -> CaseFile {
    var file = self
    for index in file.cases.indices {
      // Each case is compared with what has been learned of those before it.
      var fresh = file
      for position in fresh.cases.indices { fresh.cases[position].forgetRequests() }
      let outcome = await CaseRun(fresh, descriptor, settings, isLearning: true)
        .run(fresh.cases[index])
      if let fault = outcome.faults.first {
        throw RehearsalError("case “\(outcome.name)”: \(fault.sentence)")
      }
      if let fault = outcome.observed.result.descriptorFault,
        cases[index].result.descriptorFault == nil
      {
        throw RehearsalError("case “\(outcome.name)”: the descriptor fails: \(fault)")
      }
      file.cases[index] = outcome.observed
      file.cases[index].keepWording(of: cases[index])
    }
    return file
  }
}

extension ProviderCase {
  fileprivate mutating func forgetRequests() {
    steps = steps.map { step in
      switch step {
      case .browser(_, let callback): .browser(url: nil, callback)
      case .exchange(_, let reply): .exchange(nil, reply)
      }
    }
    result = .unknown
  }

  /// A message is compared only where the author wrote it, for its wording belongs to authrun; so is a place.
  fileprivate mutating func keepWording(of old: ProviderCase) {
    guard case .failure(var error) = result else { return }
    var written = JSONObject()
    if case .failure(let members) = old.result { written = members }
    for name in ["message", "location"] where written[name] == nil { error[name] = nil }
    result = .failure(error)
  }
}

extension CaseFault {
  /// The fault in one line.
  package var sentence: String {
    let place = step.map { "step \($0): " } ?? ""
    let parts = differences.map { " \($0.part)" }.joined(separator: ",")
    return place + message + (parts.isEmpty ? "" : ":\(parts)")
  }
}
