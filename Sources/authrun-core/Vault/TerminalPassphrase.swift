import Glibc
import Standards
import Storage

/// Asks for a passphrase at the terminal, without showing it.
///
/// The answer comes from the controlling terminal: standard input may be data. Without one, or in the
/// background, nobody is asked.
struct TerminalPassphrase: PassphraseAsker {
  let terminal: Terminal

  /// The longest line that a terminal takes.
  private static let longest = 4096

  func passphrase(_ question: PassphraseQuestion) -> LockedBytes? {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard tcgetpgrp(descriptor) == getpgrp(), let echoOff = EchoOff(descriptor) else { return nil }
    terminal.endStatus()
    let answer = answer(question, descriptor)
    _ = consume echoOff
    return answer
  }

  private func answer(_ question: PassphraseQuestion, _ descriptor: Int32) -> LockedBytes? {
    let subject = VisibleText.line(question.subject)
    switch question.purpose {
    case .open:
      if question.failures > 0 { say("That is not it.\n") }
      return line("Passphrase for \(subject): ", descriptor)
    case .choose:
      while true {
        guard let first = line("New passphrase for \(subject): ", descriptor),
          let second = line("Once more: ", descriptor)
        else { return nil }
        if Self.areEqual(first, second) { return first }
        say("They differ. From the start:\n")
      }
    }
  }

  private func say(_ text: String) {
    _ = FileDescriptorIO.write(text.utf8, to: STDERR_FILENO)
  }

  /// One line without its end; `nil` when it is empty, at the end of the input, and when interrupted.
  private func line(_ prompt: String, _ descriptor: Int32) -> LockedBytes? {
    say(prompt)
    guard var room = try? LockedBytes(count: Self.longest) else { return nil }
    var count = 0
    while true {
      // A signal is handled by another thread: it is looked for now and then.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, 200)
      guard Interrupts.exitStatus == nil else { return nil }
      guard ready > 0 else { continue }
      let received = room.withMutableBuffer { room in
        Glibc.read(
          descriptor,
          UnsafeMutableRawPointer(room.baseAddress)?.advanced(by: count),
          room.count - count
        )
      }
      if received < 0, errno == EINTR { continue }
      guard received > 0 else { return nil }
      count += received
      let (isWhole, length) = room.withBuffer { room in
        (room[count - 1] == 0x0A, room[count - 1] == 0x0A ? count - 1 : count)
      }
      guard isWhole || count == Self.longest else { continue }
      guard length > 0 else { return nil }
      return room.withBuffer { room in
        try? LockedBytes(
          copying: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: room[..<length]))
        )
      }
    }
  }

  private static func areEqual(
    _ first: borrowing LockedBytes,
    _ second: borrowing LockedBytes
  ) -> Bool {
    first.withBuffer { first in second.withBuffer { first.elementsEqual($0) } }
  }
}
