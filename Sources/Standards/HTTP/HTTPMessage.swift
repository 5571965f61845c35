/// A header field name with its value (RFC 9110 §5).
package struct HTTPField: Hashable, Sendable {
  package var name: String
  package var value: String
  /// Whether the value came from a secret, whatever the field's name.
  package var isSecret: Bool { origin.isSecret }
  private let origin: Origin

  package init(_ name: String, _ value: String, isSecret: Bool = false) {
    self.name = name
    self.value = value
    origin = Origin(isSecret: isSecret)
  }

  /// Whether the name is a token and the value holds no control character but a tab (RFC 9110 §5).
  ///
  /// What is not valid must not reach the wire: CR and LF would begin another field.
  package var isValid: Bool {
    !name.isEmpty && name.utf8.allSatisfy(ASCII.isTokenCharacter)
      && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }
}

/// Header fields in the order in which they are sent or were received; names compare without case.
package struct HTTPFields: Hashable, Sendable {
  package var fields: [HTTPField]

  package init(_ fields: [HTTPField] = []) {
    self.fields = fields
  }

  /// All values of the field called `name`, in order.
  package func values(_ name: String) -> [String] {
    fields.filter { ASCII.equalIgnoringCase($0.name, name) }.map(\.value)
  }

  /// The first value of a field; the setter replaces all fields of that name by one, at the end.
  package subscript(name: String) -> String? {
    get { fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value }
    set {
      // Removing nothing would still copy the list.
      if fields.contains(where: { ASCII.equalIgnoringCase($0.name, name) }) {
        fields.removeAll { ASCII.equalIgnoringCase($0.name, name) }
      }
      if let newValue { fields.append(HTTPField(name, newValue)) }
    }
  }

  /// Replaces all fields of this one's name by it, at the end.
  package mutating func set(_ field: HTTPField) {
    self[field.name] = nil
    fields.append(field)
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// The name alone: many a value is a credential.
  package var description: String { "\(name): …" }

  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// A request as it will be sent: nothing is added to it but what the connection needs.
package struct HTTPRequest: Hashable, Sendable {
  package var method: String
  package var url: URI
  package var headers: HTTPFields
  package var body: [UInt8]
  /// What of address and body came from secrets; it is not sent, and no part of what makes requests equal.
  package var secrets = SecretPlaces()

  package init(
    method: String,
    url: URI,
    headers: HTTPFields = HTTPFields(),
    body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// The places of a request, beside its header fields, that hold what came from a secret.
package struct SecretPlaces: Hashable, Sendable {
  /// Names of parameters, in the query or the body.
  package var parameters: Set<String> = []
  /// Whether one stands in the path, or in a query that is written as a whole.
  package var isInAddress = false
  /// Whether one stands in the body.
  package var isInBody = false

  package init() {}

  package static func == (_: SecretPlaces, _: SecretPlaces) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// A response as it was received; the body is decoded from its content coding and nothing else.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  package var headers: HTTPFields
  package var body: [UInt8]

  package init(status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and address without query; what is sent may hold credentials anywhere else.
  package var description: String { "\(method) \(url.redacted)" }

  package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// Status and size; the answer of a token endpoint is a credential.
  package var description: String { "status \(status), \(body.count) bytes" }

  package var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
