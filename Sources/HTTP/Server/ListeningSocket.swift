import Glibc

/// Owns a socket that listens on a loopback address.
struct ListeningSocket: ~Copyable {
  /// The families that a socket can be made for.
  enum Family {
    case ipv4
    case ipv6
  }

  private var descriptor: OwnedDescriptor
  let port: UInt16

  /// Why the socket does not listen; `number` is an `errno`.
  struct Fault: Error {
    let number: Int32
  }

  /// Binds and listens; port 0 lets the system choose.
  init(_ family: Family, port: UInt16) throws(Fault) {
    let domain = family == .ipv4 ? AF_INET : AF_INET6
    let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(domain, stream, 0)
    guard descriptor >= 0 else { throw Fault(number: errno) }
    let owned = OwnedDescriptor(number: descriptor)
    // So that a login right after another can use the same fixed port again.
    try Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    if family == .ipv6 { try Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    try Self.bind(descriptor, family, port: port)
    guard listen(descriptor, 64) == 0 else { throw Fault(number: errno) }
    self.port = try Self.boundPort(of: descriptor)
    self.descriptor = owned
  }

  /// Starts a server on the socket; it uses the descriptor and leaves it open.
  ///
  /// `nil` where it does not start. libmicrohttpd closes the descriptor in some of its failures and leaves it
  /// open in others, and a number that it has closed may be another's file by now. A second descriptor of the
  /// socket tells whether the number is still ours to close.
  mutating func serve<Server>(with start: (Int32) -> Server?) -> Server? {
    let second = OwnedDescriptor(number: fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0))
    guard second.number >= 0 else { return nil }
    let server = start(descriptor.number)
    if server == nil, !descriptor.isSameFile(as: second) { descriptor.forget() }
    return server
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) throws(Fault) {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    guard setsockopt(descriptor, level, option, &on, size) == 0 else {
      throw Fault(number: errno)
    }
  }

  private static func bind(
    _ descriptor: Int32,
    _ family: Family,
    port: UInt16
  ) throws(Fault) {
    var storage = sockaddr_storage()
    let size: Int
    switch family {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      size = MemoryLayout<sockaddr_in>.size
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      size = MemoryLayout<sockaddr_in6>.size
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in6.self) }
    }
    let status = withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(size))
      }
    }
    guard status == 0 else { throw Fault(number: errno) }
  }

  private static func boundPort(of descriptor: Int32) throws(Fault) -> UInt16 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0 else { throw Fault(number: errno) }
    // Family and port stand in the same place for both families.
    return withUnsafeBytes(of: &storage) { bytes in
      UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}

/// Closes its descriptor when it goes away.
private struct OwnedDescriptor: ~Copyable {
  private(set) var number: Int32

  init(number: Int32) {
    self.number = number
  }

  deinit {
    if number >= 0 { close(number) }
  }

  borrowing func isSameFile(as other: borrowing OwnedDescriptor) -> Bool {
    var (mine, theirs) = (stat(), stat())
    return fstat(number, &mine) == 0 && fstat(other.number, &theirs) == 0
      && mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  /// Leaves the number to whoever has it now.
  mutating func forget() {
    number = -1
  }
}
