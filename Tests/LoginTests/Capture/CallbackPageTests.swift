import Standards
import Testing

@testable import Login

@Suite
struct CallbackPageTests {
  @Test
  func `text from outside cannot become markup`() {
    let page = CallbackPage.loggedIn(provider: "<script>", as: Identity(login: "a\"b'&c"))
    let html = String(decoding: page.response.body, as: UTF8.self)
    #expect(!html.contains("<script>"))
    #expect(html.contains("&lt;script&gt; as a&quot;b&#39;&amp;c"))
  }

  @Test
  func `a page loads nothing and sends its address nowhere`() {
    let headers = CallbackPage.notFound.response.headers
    #expect(headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    #expect(headers["Referrer-Policy"] == "no-referrer")
    #expect(headers["Cache-Control"] == "no-store")
  }

  @Test
  func `the first answer to a waiting page counts`() async {
    let reply = PageReply()
    reply.answer(.ended)
    reply.answer(.notFound)
    #expect(await reply.page().status == 410)
  }

  @Test
  func `a callback after the end of the wait still gets a page`() async {
    let inbox = CallbackInbox()
    inbox.close()
    let reply = PageReply()
    inbox.deliver(.callback(Parameters(), reply))
    #expect(await reply.page().status == 410)
  }
}
