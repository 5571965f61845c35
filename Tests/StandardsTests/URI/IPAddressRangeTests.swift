import Standards
import Testing

@Suite
struct IPAddressRangeTests {
  @Test(arguments: [
    ("8.8.8.8", IPAddress.Range.public), ("1.1.1.1", .public), ("172.32.0.1", .public),
    ("100.128.0.1", .public), ("192.167.1.1", .public), ("11.0.0.1", .public),
    ("[2606:4700::1]", .public), ("[2001:4860::8888]", .public),
    ("10.0.0.1", .private), ("172.16.0.1", .private), ("172.31.255.255", .private),
    ("192.168.1.1", .private), ("100.64.0.1", .private), ("100.127.255.255", .private),
    ("[fc00::1]", .private), ("[fd12:3456::1]", .private), ("[fec0::1]", .private),
    ("127.0.0.1", .thisMachine), ("127.255.255.254", .thisMachine), ("0.0.0.0", .thisMachine),
    ("[::1]", .thisMachine), ("[::]", .thisMachine),
    ("169.254.169.254", .link), ("[fe80::1]", .link), ("[febf::1]", .link),
    ("224.0.0.1", .special), ("255.255.255.255", .special), ("192.0.2.1", .special),
    ("198.18.0.1", .special), ("203.0.113.9", .special), ("[ff02::1]", .special),
    ("[2001:db8::1]", .special), ("[100::1]", .special),
    ("[::ffff:127.0.0.1]", .thisMachine), ("[::ffff:10.1.2.3]", .private),
    ("[::ffff:169.254.169.254]", .link), ("[::ffff:8.8.8.8]", .public),
    ("[64:ff9b::10.0.0.1]", .private), ("[64:ff9b::8.8.8.8]", .public),
    ("[64:ff9b:1::1]", .private), ("[2002:a00:1::]", .private), ("[2002:7f00:1::]", .thisMachine),
  ])
  func `an address is somebody's`(host: String, range: IPAddress.Range) throws {
    #expect(try #require(IPAddress(host: host)).range == range)
  }
}
