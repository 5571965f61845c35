import Foundation
import TestSupport
import Testing

/// Bodies of OAuth 1.0a requests that come from files: a real server verifies each signature.
@Suite(.endToEnd)
struct SignedUploadTests {
  @Test
  func `a form in a file is signed with its parameters, other bodies are not a part of it`()
    async throws
  {
    let rig = try await Rig()
    try await rig.logIn("twitter")
    let form = try rig.home.write("status=Hello%20file%20%26%20co&x=1", to: "form")
    for body in [
      ["--data-binary", "@\(form)"],
      ["--file", form, "-H", "Content-Type: application/x-www-form-urlencoded"],
    ] {
      let arguments = ["request", "twitter", "POST", "/statuses/update.json"] + body
      let result = try await rig.command(arguments).run()
      #expect(result.status == 0, "\(result)")
      #expect(try Printed(result).text("text") == "Hello file & co")
    }
    // A file alone: this server would count fields of a multipart body too, which RFC 5849 §3.4.1.3.1 does not.
    let part = try await rig.authrun(
      "request",
      "twitter",
      "POST",
      "/statuses/update.json",
      "-F",
      "media=@\(form)"
    )
    #expect(part.status == 0, "\(part)")
    let plain = try await rig.authrun(
      "request",
      "twitter",
      "POST",
      "/statuses/update.json",
      "--file",
      form
    )
    #expect(plain.status == 0, "\(plain)")
    #expect(try Printed(plain).isNull("text"))
  }
}
