import Foundation
import TestSupport
import Testing

/// What `request` sends arrives as it was meant, read by a server that knows nothing of authrun.
@Suite(.endToEnd)
struct RequestBodyTests {
  @Test
  func `a multipart body is read by another program as it was written`() async throws {
    let rig = try await APIRig()
    let file = try rig.home.write("line\r\n--boundary\r\n\u{1}é", to: "a;b.bin")
    let note = try rig.home.write("from a file", to: "note")
    let result = try await rig.request(
      "/multipart",
      "-F",
      "title=Ça \"va\"",
      "-F",
      "title=again",
      "-F",
      "photo=@\(file);type=image/x-test;filename=\"q\".bin",
      "-F",
      "note=<\(note)",
      "-F",
      "stdin=@-",
      input: .text("typed")
    )
    #expect(result.status == 0, "\(result)")
    let got = try rig.object(result)
    #expect(
      got["fields"] as? [[String]] == [
        ["title", "Ça \"va\""], ["title", "again"], ["note", "from a file"],
      ]
    )
    let files = try #require(got["files"] as? [[String: String]])
    #expect(files.map { $0["name"] } == ["photo", "stdin"])
    #expect(files[0]["type"] == "image/x-test")
    #expect(files[1]["filename"] == "stdin" && files[1]["type"] == "application/octet-stream")
    let digest = try await Command("/usr/bin/sha256sum", [file]).run().output.prefix(64)
    #expect(files[0]["sha256"] == String(digest))
  }

  @Test
  func `a part that begins like a file's name can be sent as it is, in its place`() async throws {
    let rig = try await APIRig()
    let note = try rig.home.write("from a file", to: "note")
    let result = try await rig.request(
      "/multipart",
      "--form-string",
      "at=@home;type=x",
      "-F",
      "note=<\(note)",
      "--form-string",
      "less=<b>"
    )
    #expect(result.status == 0, "\(result)")
    #expect(
      try rig.object(result)["fields"] as? [[String]] == [
        ["at", "@home;type=x"], ["note", "from a file"], ["less", "<b>"],
      ]
    )
    let mixed = try await rig.request("/multipart", "--form-string", "a=b", "-d", "c")
    #expect(mixed.status == 64, "\(mixed)")
  }

  @Test(arguments: ["{\"a\":1,\"a\":2}", "{'a':1}", "{\"a\":1} x", ""])
  func `a file that is no JSON is not sent as JSON`(text: String) async throws {
    let rig = try await APIRig()
    let file = try rig.home.write(text, to: "body.json")
    for (place, name) in [(file, file), ("-", "standard input")] {
      let result = try await rig.request("/echo", "--json-body", "@\(place)", input: .text(text))
      #expect(result.status == 65, "\(result)")
      #expect(result.errors.contains("--json-body: \(name) is no JSON"), "\(result)")
    }
    #expect(try await rig.arrived("/v1/echo").isEmpty)
  }

  @Test
  func `data, forms and JSON have their types, and a header says otherwise`() async throws {
    let rig = try await APIRig()
    let file = try rig.home.write("{\"a\": 1}\n", to: "body.json")
    for (words, type, body) in [
      (["-d", "a=1", "-d", "b=2"], "application/x-www-form-urlencoded", "a=1&b=2"),
      (["--form", "a=ü"], "application/x-www-form-urlencoded", "a=%C3%BC"),
      (["--json-body", "@\(file)"], "application/json", "{\"a\": 1}\n"),
      (["--data-binary", "@\(file)", "-H", "Content-Type: text/x"], "text/x", "{\"a\": 1}\n"),
      (["--file", file], "application/octet-stream", "{\"a\": 1}\n"),
      (["PUT", "--file", "-"], "application/octet-stream", "typed"),
    ] {
      let method = words[0] == "PUT" ? ["PUT"] : []
      let rest = words[0] == "PUT" ? Array(words.dropFirst()) : words
      let command = try rig.command(
        ["request", "api"] + method + ["/echo"] + rest,
        input: .text("typed")
      )
      let got = try rig.object(try await command.run())
      #expect(got["body"] as? String == body)
      #expect((got["headers"] as? [String: String])?["Content-Type"] == type)
      #expect(got["method"] as? String == (method.first ?? "POST"))
    }
  }

  @Test
  func `200 MiB pass both ways in bounded memory`() async throws {
    let rig = try await APIRig()
    let size = 200 << 20
    let target = rig.home.file("big")
    let (down, downPeak) = try await rig.measured(
      "exec \"$@\"",
      ["request", "api", "/source?bytes=\(size)", "-o", target]
    )
    #expect(down.status == 0, "\(down)")
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.size] as? Int == size)
    let (up, upPeak) = try await rig.measured(
      "exec \"$@\"",
      ["request", "api", "PUT", "/sink", "--file", target]
    )
    let sent = try rig.object(up)
    #expect(sent["count"] as? Int == size)
    #expect(sent["length"] as? String == String(size))
    // From standard input to standard output, of no known length.
    let (through, throughPeak) = try await rig.measured(
      "cat '\(target)' | \"$@\"",
      ["request", "api", "POST", "/sink", "--file", "-"]
    )
    let piped = try rig.object(through)
    #expect(piped["count"] as? Int == size)
    #expect(piped["framing"] as? String == "chunked")
    #expect(piped["crc32"] as? String == sent["crc32"] as? String)
    let (part, partPeak) = try await rig.measured(
      "exec \"$@\"",
      ["request", "api", "/sink", "-F", "f=@\(target)", "-F", "a=b"]
    )
    #expect((try rig.object(part)["count"] as? Int ?? 0) > size)
    let (out, outPeak) = try await rig.measured(
      "\"$@\" | wc -c",
      ["request", "api", "/source?bytes=\(size)"]
    )
    #expect(out.output.trimmingCharacters(in: .whitespacesAndNewlines) == String(size))
    let peaks = [downPeak, upPeak, throughPeak, partPeak, outPeak]
    #expect(peaks.allSatisfy { $0 < 64 << 10 }, "KiB: \(peaks)")
    try FileManager.default.removeItem(atPath: target)
  }

  @Test
  func `a body from a file is sent again after a refresh, one from a pipe is not`() async throws {
    let rig = try await APIRig()
    let file = try rig.home.write("again", to: "body")
    let piped = try await rig.request("/unauthorized", "--file", "-", input: .text("once"))
    #expect(piped.status == 77, "\(piped)")
    #expect(try await rig.arrived("/v1/unauthorized").count == 1)
    let result = try await rig.request("/unauthorized", "--file", file)
    #expect(try rig.object(result)["body"] as? String == "again")
    #expect(try await rig.arrived("/v1/unauthorized").count == 3)
  }

  @Test
  func `a redirect that keeps the method keeps the file, on the same origin only`() async throws {
    let rig = try await APIRig()
    let file = try rig.home.write("moved", to: "body")
    let kept = try await rig.request("/moved?status=307&to=/v1/echo", "-L", "--file", file)
    #expect(try rig.object(kept)["body"] as? String == "moved")
    let dropped = try await rig.request("/moved?status=303&to=/v1/echo", "-L", "--file", file)
    #expect(try rig.object(dropped)["body"] as? String == "")
    #expect(try rig.object(dropped)["method"] as? String == "GET")
    let piped = try await rig.request(
      "/moved?status=308&to=/v1/echo",
      "-L",
      "-i",
      "--file",
      "-",
      input: .text("once")
    )
    #expect(piped.output.hasPrefix("HTTP 308"), "\(piped)")
  }
}
