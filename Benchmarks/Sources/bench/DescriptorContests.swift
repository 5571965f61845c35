import Glibc
import Providers
import Rivals

/// Loading and checking the descriptors of the catalogue, beside Lua running the same file.
enum DescriptorContests {
  static func make() throws -> [Contest] {
    ["spotify", "twitter"].map { id in
      let path = catalogue + "/\(id).lua"
      guard let source = contents(path) else { fatalError("no file \(path)") }
      return Contest(
        name: "descriptor \(id): load and check",
        contestants: [
          Contestant("authrun") {
            (try? DescriptorLoader.load(source: source, path: path, isolation: .thread)) != nil
          },
          Contestant("luaL_loadbuffer and call") {
            source.withUnsafeBytes {
              lua_run($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) == 1
            }
          },
        ]
      )
    }
  }

  /// The folder of descriptors beside this package.
  private static let catalogue: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/providers"
  }()

  private static func contents(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
