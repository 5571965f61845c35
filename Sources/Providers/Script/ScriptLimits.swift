/// What one script may use; a script that wants more is ended, whatever it catches.
package struct ScriptLimits: Hashable, Sendable {
  /// Bytes of source text.
  package var source = 64 << 10
  /// Bytes that Lua may hold.
  package var memory = 8 << 20
  /// Bytes above which the script is ended at its next line, so that the error can name it.
  package var softMemory = 6 << 20
  /// Instructions of the virtual machine, and native work counted like them, for each hook.
  package var instructions: Int64 = 5_000_000
  /// Processor time for the file and its hook together; waiting for the network is not counted.
  package var processorTime: Duration = .seconds(1)
  /// Real time that a helper process may take for its own part of an operation, before it is killed.
  package var wallTime: Duration = .seconds(20)
  /// Time that the requests of one operation may take together; browser and prompts not counted.
  package var requestTime: Duration = .seconds(60)
  /// Requests of one operation.
  package var requests = 20
  /// Bytes of one response body.
  package var body = 1 << 20
  /// Bytes that one operation may log.
  package var log = 64 << 10
  /// Bytes of one value that crosses between host and script.
  package var message = 4 << 20

  /// Values that a file may declare: texts, numbers, tables and what is in them.
  package var values = 10_000

  package static let standard = ScriptLimits()

  package init() {}
}
