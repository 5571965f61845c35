import Foundation

/// Makes what the product itself never makes: certificates out of their time.
enum OpenSSL {
  /// A self-signed certificate for `name`, valid for one day that starts so many days from now.
  static func certificate(
    name: String,
    startsInDays: Int
  ) throws -> (certificate: String, key: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configuration = """
      [ca]
      default_ca = it
      [it]
      database = index.txt
      new_certs_dir = .
      rand_serial = yes
      default_md = sha256
      policy = any
      x509_extensions = names
      [any]
      commonName = supplied
      [names]
      subjectAltName = DNS:\(name)
      basicConstraints = critical, CA:TRUE
      """
    try Data(configuration.utf8).write(to: folder.appending(path: "ca.conf"))
    try Data().write(to: folder.appending(path: "index.txt"))
    let format = DateFormatter()
    format.dateFormat = "yyyyMMddHHmmss'Z'"
    format.timeZone = TimeZone(identifier: "UTC")
    let start = Date(timeIntervalSinceNow: Double(startsInDays) * 86_400)
    let end = start.addingTimeInterval(86_400)
    try run(
      folder,
      "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem"
        + " -out request.pem -subj /CN=\(name)"
    )
    try run(
      folder,
      "ca -batch -notext -selfsign -config ca.conf -keyfile key.pem -in request.pem -out made.pem"
        + " -startdate \(format.string(from: start)) -enddate \(format.string(from: end))"
    )
    return (
      try String(contentsOf: folder.appending(path: "made.pem"), encoding: .utf8),
      try String(contentsOf: folder.appending(path: "key.pem"), encoding: .utf8)
    )
  }

  private static func run(_ folder: URL, _ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }
}
