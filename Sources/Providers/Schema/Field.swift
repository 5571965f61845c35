/// One field of a descriptor: all that is known about it, in one place.
///
/// Validation, suggestions, help and the reference are derived from these values.
package struct Field: Sendable {
  /// Whether this version of authrun acts on the field.
  package enum Availability: Hashable, Sendable {
    case supported
    /// Honoured, with a warning that names what to write instead.
    case deprecated(instead: String)
    /// Part of API 1, but refused until a version honours it.
    case later
  }

  package let key: String
  package let type: FieldType
  package let isRequired: Bool
  /// The value that holds where the field is absent.
  package let standard: ScriptValue?
  /// What the field does, in one sentence.
  package let doc: String
  /// The rule behind the field, such as `RFC 6749 §3.1`.
  package let basis: String?
  package let availability: Availability

  package init(
    _ key: String,
    _ type: FieldType,
    required: Bool = false,
    standard: ScriptValue? = nil,
    _ doc: String,
    basis: String? = nil
  ) {
    self.init(
      key: key,
      type: type,
      isRequired: required,
      standard: standard,
      doc: doc,
      basis: basis,
      availability: .supported
    )
  }

  private init(
    key: String,
    type: FieldType,
    isRequired: Bool,
    standard: ScriptValue?,
    doc: String,
    basis: String?,
    availability: Availability
  ) {
    self.key = key
    self.type = type
    self.isRequired = isRequired
    self.standard = standard
    self.doc = doc
    self.basis = basis
    self.availability = availability
  }

  /// The same field, still honoured, but with a warning that says what to write instead.
  package func deprecated(instead: String) -> Field {
    Field(
      key: key,
      type: type,
      isRequired: isRequired,
      standard: standard,
      doc: doc,
      basis: basis,
      availability: .deprecated(instead: instead)
    )
  }

  /// A field of API 1 that this version refuses, so that it is never ignored in silence.
  package static func later(_ key: String, _ doc: String) -> Field {
    Field(
      key: key,
      type: .data,
      isRequired: false,
      standard: nil,
      doc: doc,
      basis: nil,
      availability: .later
    )
  }
}
