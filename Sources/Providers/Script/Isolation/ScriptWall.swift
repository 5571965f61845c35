/// What stands around the helper processes on this machine.
package struct ScriptWall: Sendable {
  /// The walls that the kernel has raised, in words.
  package let standing: [String]
  /// Those that it could not.
  package let missing: [String]

  /// Starts a helper and looks.
  package static func probe(_ program: String) throws(ScriptError) -> ScriptWall {
    let helper = try Helper(program: program, for: "script")
    let parts: [(HelperProcess.Wall, String)] = [
      (.seccomp, "seccomp"), (.landlock, "Landlock"), (.noNewPrivileges, "no_new_privs"),
      (.limits, "resource limits"),
    ]
    return ScriptWall(
      standing: parts.filter { helper.wall.contains($0.0) }.map(\.1),
      missing: parts.filter { !helper.wall.contains($0.0) }.map(\.1)
    )
  }
}
