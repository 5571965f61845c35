import Standards
import Synchronization

/// A body that is there already, given as one piece.
final class WholeBody: HTTPBodyStream {
  let head: HTTPResponse
  private let body: Mutex<[UInt8]?>

  init(_ response: HTTPResponse) {
    var head = response
    head.body = []
    self.head = head
    body = Mutex(response.body.isEmpty ? nil : response.body)
  }

  func next() async throws(HTTPError) -> [UInt8]? {
    body.withLock { body in
      defer { body = nil }
      return body
    }
  }
}
