import Providers
import Standards

/// The person that every practice provider knows.
enum PracticeIdentity {
  /// Larger than 2^53, so that a reader that makes it a floating-point number is found out.
  static let id = "9007199254740993123"
  static let login = "practice_user"
  static let name = "Practice User"
  static let email = "practice@user.example"

  /// Puts the person where the descriptor looks for it.
  static func add(to builder: inout JSONBuilder, as spec: IdentitySpec?) {
    guard let spec else { return }
    if let pointer = spec.id { builder.set(pointer, .string(id)) }
    if let pointer = spec.login { builder.set(pointer, .string(login)) }
    if let pointer = spec.name { builder.set(pointer, .string(name)) }
    if let pointer = spec.email { builder.set(pointer, .string(email)) }
  }
}
