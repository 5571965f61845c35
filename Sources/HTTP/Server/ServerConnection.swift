import CMicrohttpd
import Standards

/// Names a connection of libmicrohttpd, which owns it.
///
/// Used inside the library's calls, and outside of them only to resume a suspended connection: the
/// library keeps a connection as long as it is suspended.
struct ServerConnection: Sendable {
  // A number, so that it may be kept where the pointer may not.
  private let address: UInt

  init(_ pointer: OpaquePointer) {
    address = UInt(bitPattern: pointer)
  }

  private var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// The number that was left with the connection when it was opened.
  var exchange: UInt? {
    guard let pointer,
      let info = authrun_mhd_socket_context(pointer)
    else { return nil }
    return UInt(bitPattern: info)
  }

  var socket: Int32 { pointer.map { authrun_mhd_socket($0) } ?? -1 }

  /// The header fields in the order in which they arrived.
  var headers: HTTPFields {
    var fields = HTTPFields()
    guard let pointer else { return fields }
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values(
        pointer,
        .HEADER_KIND,
        { context, _, name, value in
          guard let name else { return .YES }
          let field = HTTPField(
            String(cString: name),
            value.map { String(cString: $0) } ?? ""
          )
          context?.assumingMemoryBound(to: HTTPFields.self).pointee.fields.append(field)
          return .YES
        },
        fields
      )
    }
    return fields
  }

  func suspend() {
    if let pointer { MHD_suspend_connection(pointer) }
  }

  func resume() {
    if let pointer { MHD_resume_connection(pointer) }
  }

  /// Answers and lets the connection end after it; `false` when the library refuses.
  func queue(_ response: HTTPResponse) -> Bool {
    guard let pointer, let made = ServerResponse(body: response.body) else { return false }
    for field in response.headers.fields where field.name.lowercased() != "content-length" {
      // Refused when it has a line break: better no answer than a split one.
      guard made.add(field) else { return false }
    }
    return made.add(HTTPField("Connection", "close"))
      && made.queue(on: pointer, status: response.status)
  }
}

/// Owns a response object of libmicrohttpd.
private struct ServerResponse: ~Copyable {
  private let pointer: OpaquePointer

  init?(body: [UInt8]) {
    let made = body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count,
        // The library copies the bytes, and so only reads them.
        UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        .RESPMEM_MUST_COPY
      )
    }
    guard let made else { return nil }
    pointer = made
  }

  deinit {
    // Only our share: the connection holds its own until the answer is sent.
    MHD_destroy_response(pointer)
  }

  func add(_ field: HTTPField) -> Bool {
    MHD_add_response_header(pointer, field.name, field.value) == .YES
  }

  func queue(on connection: OpaquePointer, status: Int) -> Bool {
    MHD_queue_response(connection, UInt32(clamping: status), pointer) == .YES
  }
}
