/// What may be given for an option.
package enum OptionType: String, Hashable, Sendable, CaseIterable {
  case string
  case secret
  case `enum`
  case boolean
  case integer
  case url
}
