import Foundation
import TestSupport
import Testing

/// What `request` does with answers: passed on as they come, tried again, or told as errors.
@Suite(.endToEnd)
struct RequestAnswerTests {
  @Test
  func `an answer is passed on while it arrives`() async throws {
    let rig = try await APIRig()
    let running = try rig.command(["request", "api", "/gated"]).start()
    _ = try await running.outputLine(containing: "first")
    try await rig.release()
    let result = try await running.result()
    #expect(result.output == "first\nsecond")
    #expect(result.status == 0)
  }

  @Test
  func `a file is replaced only by a whole answer`() async throws {
    let rig = try await APIRig()
    let file = try rig.home.write("precious", to: "kept/out")
    let broken = try await rig.request("/source?bytes=1000000&stop=500000", "-o", file)
    #expect(broken.status == 69, "\(broken)")
    let missing = try await rig.request("/nowhere", "-o", file)
    #expect(missing.status == 77, "\(missing)")
    #expect(missing.errors.contains("nothing here"), "\(missing)")
    let pages = try await rig.request("/broken", "--all", "-o", file)
    #expect(pages.status == 69, "\(pages)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    #expect(rig.home.files().keys.filter { $0.hasPrefix("kept/") } == ["kept/out"])
    let good = try await rig.request("/echo", "-o", file)
    #expect(good.status == 0, "\(good)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("GET"))
  }

  @Test
  func `an interrupted download leaves nothing behind`() async throws {
    let rig = try await APIRig()
    let file = try rig.home.write("precious", to: "kept/out")
    let running = try rig.command(["request", "api", "/gated", "-o", file]).start()
    _ = try await Eventually.value {
      rig.home.files().first { $0.key.hasSuffix(".part") && !$0.value.isEmpty }.map { _ in true }
    }
    running.signal(SIGINT)
    let result = try await running.result()
    #expect(result.status == 130, "\(result)")
    #expect(rig.home.files().keys.filter { $0.hasPrefix("kept/") } == ["kept/out"])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
  }

  @Test
  func `the body of an error goes where the answer would`() async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/nowhere")
    #expect(result.status == 77)
    #expect(try rig.object(result)["error"] as? String == "nothing here")
  }

  @Test(arguments: ["", "&date=1"])
  func `a busy API is asked again when it says so`(form: String) async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/busy?key=a&times=2&after=1\(form)")
    #expect(result.status == 0, "\(result)")
    #expect(try rig.object(result)["served"] as? Int == 3)
    #expect(result.errors.contains("429") && result.errors.contains("again in"), "\(result)")
    #expect(result.seconds > 0.9)
  }

  @Test
  func `a POST is sent again only when asked for`() async throws {
    let rig = try await APIRig()
    let once = try await rig.request("/busy?key=a&after=0&status=503", "-d", "x")
    #expect(once.status == 69, "\(once)")
    #expect(try await rig.arrived("/v1/busy").count == 1)
    let again = try await rig.request("/busy?key=b&after=0&status=503", "-d", "x", "--retry", "1")
    #expect(again.status == 0, "\(again)")
    let piped = try await rig.request(
      "/busy?key=c&after=0",
      "--file",
      "-",
      "--retry",
      "3",
      input: .text("x")
    )
    #expect(piped.status == 69, "\(piped)")
    #expect(piped.errors.contains("only once"), "\(piped)")
  }

  @Test
  func `nobody waits longer than --max-wait`() async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/busy?key=a&after=3000")
    #expect(result.status == 69, "\(result)")
    #expect(result.errors.contains("--max-wait 3000"), "\(result)")
    let never = try await rig.request("/busy?key=b&after=0", "--retry", "0")
    #expect(never.status == 69, "\(never)")
  }

  @Test
  func `an exchange ends after --max-time`() async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/gated", "--max-time", "1")
    #expect(result.status == 69, "\(result)")
    #expect(result.output == "first\n")
    #expect(result.errors.contains("1 s"), "\(result)")
  }
}
