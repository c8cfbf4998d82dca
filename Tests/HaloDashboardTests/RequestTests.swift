import Foundation
import HaloHealth
import Testing

@testable import HaloDashboard

struct RequestTests {
  /// A body of 2 kB that took the parser of version 0.10 a third of a second.
  static let nested: [UInt8] = {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    return [UInt8](#"{"a":\#(deep),"b":\#(deep)}"#.utf8)
  }()

  /// A flat body of the same size.
  static let flat: [UInt8] = {
    let members = (0..<120).map { #""name\#($0)":\#($0)"# }.joined(separator: ",")
    let text = "{\(members)"
    return [UInt8]((text + String(repeating: " ", count: nested.count - text.utf8.count - 1) + "}").utf8)
  }()

  /// A sequence that counts how many of its bytes were read.
  private struct Counted: Sequence {
    final class Count { var bytes = 0 }
    let bytes: [UInt8]
    let count = Count()

    func makeIterator() -> AnyIterator<UInt8> {
      var rest = bytes.makeIterator()
      let count = count
      return AnyIterator {
        let byte = rest.next()
        if byte != nil { count.bytes += 1 }
        return byte
      }
    }
  }

  @Test func `the check reads each byte once, and stops when nesting is too deep`() {
    let flat = Counted(bytes: Self.flat)
    #expect(JSONShape.isShallowObject(flat))
    #expect(flat.count.bytes == Self.flat.count)
    let nested = Counted(bytes: Self.nested)
    #expect(!JSONShape.isShallowObject(nested))
    #expect(nested.count.bytes < 20)
  }

  @Test func `a nested body of 2 kB takes no longer than a flat one`() throws {
    #expect(Self.nested.count == Self.flat.count)
    #expect(throws: APIError.self) { try RequestFields(request: Self.nested) }
    #expect(try RequestFields(request: Self.flat).names.count == 120)
    func time(_ body: [UInt8]) -> Duration {
      ContinuousClock().measure { for _ in 0..<20 { _ = try? RequestFields(request: body) } }
    }
    _ = (time(Self.flat), time(Self.nested))
    // The parser of version 0.10 took hundreds of times as long.
    #expect(time(Self.nested) < time(Self.flat) * 10)
  }

  @Test func `nesting below the limit in an unused member takes no longer either`() throws {
    let depth = JSONShape.maxDepth - 1
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let body = [UInt8](
      #"{"token":"x","more":[\#([String](repeating: deep, count: 100).joined(separator: ","))]}"#.utf8)
    #expect(throws: APIError.self) { try RequestFields(request: body) }
    let shallow = [UInt8](#"{"token":"x","more":\#(deep)}"#.utf8)
    #expect(try RequestFields(request: shallow)["token"] == .text("x"))
  }

  @Test(arguments: [
    #"{"a":"[[[[[[[[[[[[[[[["}"#, #"{"a":"\"[[[[[[[[[[[[[\\"}"#, #"{"a\\":["]"]}"#, " \n\t\r{ } ", #"{"a":"\u005b"}"#,
    #"{"a":"{"}"#,
  ])
  func `brackets in strings do not count as nesting`(_ text: String) {
    #expect(JSONShape.isShallowObject(Array(text.utf8)))
  }

  @Test(arguments: [
    "", " ", "[]", "null", "1", "\"{}\"", "{", "}", "{}}", "{}]]", #"{"a":"}"#, #"{"a":"\"}"#, "\u{FEFF}{}",
    "{\u{0}}",
  ])
  func `incomplete objects and other values are refused`(_ text: String) {
    #expect(!JSONShape.isShallowObject(Array(text.utf8)))
  }

  @Test func `text in UTF-16 is refused`() {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32] {
      let bytes = [UInt8](#"{"token":"x"}"#.data(using: encoding) ?? Data())
      #expect(throws: APIError.self) { try RequestFields(request: bytes) }
    }
  }

  @Test func `an absent member, null and a value of the wrong type are distinct`() throws {
    let input = try RequestFields(
      request: [UInt8](#"{"stepGoal":null,"birthYear":"x","maxHeartRate":[1],"clock":true,"units":1e999}"#.utf8))
    let expected: [String: RequestField] = [
      "stepGoal": .null, "birthYear": .text("x"), "maxHeartRate": .unusable, "clock": .flag(true), "units": .unusable,
    ]
    for (name, value) in expected { #expect(input[name] == value) }
    #expect(input["wearer"] == .absent)
    #expect(Set(input.names) == Set(expected.keys))
    let belt = try RequestFields(request: [UInt8](#"{"order":"speed","value":2.5,"other":{}}"#.utf8))
    #expect(belt["value"].double == 2.5)
    #expect(belt["control"] == .absent)
    #expect(try RequestFields(request: [])["order"] == .absent)
  }

  @Test func `null clears a setting and an absent one keeps it`() throws {
    var settings = Profile(birthYear: 1980)
    try RequestFields(request: [UInt8](#"{"stepGoal":null}"#.utf8)).change(&settings, in: 2026)
    #expect(settings == Profile(stepGoal: nil, birthYear: 1980))
  }
}
