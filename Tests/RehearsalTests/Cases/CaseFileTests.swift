import Foundation
import Rehearsal
import Standards
import Testing

@Suite
struct CaseFileTests {
  private static func error(_ text: String) -> String? {
    do throws(CaseFileError) {
      _ = try CaseFile(json: Array(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("[]", "is no object"),
    ("{", "it is not JSON"),
    (#"{"provder":"a"}"#, #"unknown member "provder"; did you mean "provider"?"#),
    (#"{"cases":[]}"#, "provider: is missing"),
    (#"{"provider":"a","now":"today"}"#, "now: must be a time"),
    (#"{"provider":"a","cases":[{"name":"x","do":"lgoin"}]}"#, "cases[1].do: \"lgoin\" is none of"),
    (
      #"{"provider":"a","cases":[{"name":"x","do":"refresh","with":{"scopes":[]}}]}"#,
      "cases[1].with: unknown member \"scopes\""
    ),
    (
      #"{"provider":"a","cases":[{"name":"x","do":"refresh","steps":[{"request":{}}]}]}"#,
      #"cases[1].steps[1]: has neither "callback" nor "reply""#
    ),
    (
      #"{"provider":"a","cases":[{"name":"x","do":"refresh","steps":[{"reply":{"json":1,"body":""}}]}]}"#,
      "cases[1].steps[1].reply: has more than one of"
    ),
    (
      #"{"provider":"a","cases":[{"name":"x","do":"refresh","steps":[{"reply":{"status":"200"}}]}]}"#,
      "cases[1].steps[1].reply.status: must be an HTTP status"
    ),
    (
      #"{"provider":"a","cases":[{"name":"x","do":"refresh","expect":{},"error":{}}]}"#,
      "cases[1]: has both"
    ),
    (
      #"{"provider":"a","cases":[{"name":"x","do":"refresh"},{"name":"x","do":"refresh"}]}"#,
      "cases[2]: another case is called “x”"
    ),
  ])
  func `what is not of the format is an error that says where`(text: String, start: String) {
    let error = Self.error(text)
    #expect(error?.hasPrefix(start) == true, "\(error ?? "no error")")
  }

  @Test
  func `every form of a step survives its text`() throws {
    let text = """
      {"provider":"a","now":"2026-02-03T04:05:06Z","options":{"k":"v"},"cases":[
        {"name":"one","do":"login","with":{"scopes":["a"],"options":{"k":"w"},"redirect_uri":"x:/y",
          "capture":"pin","answers":["b"]},
         "steps":[{"callback":"1234"},{"browser":"https://a/","callback":{"code":"c"}},
          {"reply":{"failure":"closed"}},
          {"request":{"method":"PUT","url":"https://a/b","headers":{"x":["1","2"]},"body":"t"},
           "reply":{"status":201,"headers":{"y":"z"},"form":{"a":"b c"}}}],
         "error":{"code":"timeout"}},
        {"name":"two","after":"one","now":"2026-02-04T00:00:00Z","do":"sign",
         "with":{"method":"POST","url":"/p","json":{"a":1}},"expect":{"url":"https://a/p"}}]}
      """
    let file = try CaseFile(json: Array(text.utf8))
    let again = try CaseFile(json: Array(file.text.utf8))
    #expect(again == file)
    #expect(file.cases.map(\.steps.count) == [4, 0])
  }
}
