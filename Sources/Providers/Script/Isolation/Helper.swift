import LuaGuest

/// A helper that is ready to serve, shared by those who hold it one after the other.
final class Helper: Sendable {
  let process: HelperProcess
  let wall: HelperProcess.Wall

  /// Longer than any program takes to start, however busy the machine is.
  private static let startTime: Duration = .seconds(30)

  /// Starts the program and waits until it says that it is ready.
  init(program: String, for chunkName: String) throws(ScriptError) {
    func unavailable(_ reason: String) -> ScriptError {
      ScriptError(
        .unavailable,
        "the helper process for scripts cannot be started: \(reason)",
        location: chunkName
      )
    }
    do throws(HelperProcess.SystemError) {
      process = try HelperProcess(program)
    } catch {
      throw unavailable(error.text)
    }
    let frame: [UInt8]
    do throws(HelperProcess.Broken) {
      frame = try process.receive(atMost: 64, until: .now + Self.startTime)
    } catch {
      throw unavailable(error == .late ? "it says nothing" : "the program is no helper")
    }
    guard case .ready(let bits) = try? HelperFrame.read(frame) else {
      throw unavailable("the program is no helper")
    }
    wall = HelperProcess.Wall(rawValue: bits)
  }
}
