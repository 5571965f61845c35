internal import LuaGuest

/// Which Lua runs provider scripts.
package enum LuaRelease {
  /// Such as `Lua 5.4.4`.
  package static var current: String { String(cString: lg_release()) }

  /// Whether that release crashes on some plain text; 5.4.7 is the first without known ways.
  package static func hasKnownCrashes(_ release: String) -> Bool {
    let numbers = release.drop { !$0.isNumber }.split(separator: ".").map { Int($0) ?? 0 }
    guard numbers.count == 3 else { return false }
    return numbers[0] == 5 && numbers[1] == 4 && numbers[2] < 7
  }
}
