import Crypto
import Standards
import Testing

@Suite
struct MultipartFormTests {
  private struct Fixed: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xAB, count: count) }
  }

  @Test
  func `the frame is that of RFC 7578`() {
    let form = MultipartForm(random: Fixed())
    let boundary = "authrun-" + String(repeating: "ab", count: 16)
    #expect(form.contentType == "multipart/form-data; boundary=\(boundary)")
    let part = MultipartForm.Part(name: "f", fileName: "a.txt", contentType: "text/plain")
    #expect(
      String(decoding: form.opening(part), as: UTF8.self)
        == "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\n"
    )
    #expect(String(decoding: form.ending, as: UTF8.self) == "--\(boundary)--\r\n")
  }

  @Test
  func `a name cannot break out of its place`() {
    let part = MultipartForm.Part(name: "a\"\r\nX: é", fileName: "\"\n")
    let text = String(decoding: MultipartForm(random: Fixed()).opening(part), as: UTF8.self)
    #expect(text.contains("name=\"a%22%0D%0AX: é\"; filename=\"%22%0A\"\r\n\r\n"))
  }

  @Test
  func `two forms have two boundaries`() {
    let forms = (0..<2).map { _ in MultipartForm(random: SystemRandom()) }
    #expect(forms[0].boundary != forms[1].boundary)
  }
}
