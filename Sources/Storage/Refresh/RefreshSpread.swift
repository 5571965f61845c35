import Glibc

/// When a process renews a token early, compared with others that share it.
package enum RefreshSpread {
  /// From 0 to 1023: another place for nearly every process, the same before and after the front has become
  /// the whole program.
  package static var ofThisProcess: Int64 {
    // Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4): neighbours lie far apart.
    Int64((UInt32(bitPattern: getpid()) &* 2_654_435_761) >> 22)
  }
}
