package import Standards

/// An option with the place of its value in an answer.
package struct OptionSource: Hashable, Sendable {
  package let option: String
  package let pointer: JSONPointer

  package init(option: String, pointer: JSONPointer) {
    self.option = option
    self.pointer = pointer
  }
}

/// A request after a login whose answer fills in options.
package struct LookupSpec: Hashable, Sendable {
  /// What an element of a list must hold.
  package struct Match: Hashable, Sendable {
    package let pointer: JSONPointer
    package let value: TextTemplate
  }

  package var target: TextTemplate
  package var headers: [EndpointSpec.NamedTemplate]
  /// `nil` where the token goes as in any request.
  package var token: TokenPresentation?
  package var list: JSONPointer?
  package var match: [Match]
  package var set: [OptionSource]
  package var keep: [TokenResponseSpec.KeptValue]

  /// The URL to ask, when it is a whole one.
  package var url: URLTemplate? {
    target.source.hasPrefix("/") ? nil : try? URLTemplate(target.source)
  }
}
