import Testing

@testable import HaloCommand

@Suite("Commands of halo explore")
struct ExploreOrderTests {
  @Test func `are parsed from lines`() throws {
    let expected: [(String, ExploreAction?)] = [
      ("services", .services), ("  read battery-level ", .read("battery-level")), ("read", .read(nil)), ("", nil),
      ("# nothing", nil), ("wait 2.5", .wait(2.5)), ("write 2A21 0A 00", .write("2A21", [10, 0], withResponse: nil)),
      ("write #12 \"hi there\"", .write("#12", [UInt8]("hi there".utf8), withResponse: nil)),
      ("write --without-response 2A21 0a:00", .write("2A21", [10, 0], withResponse: false)),
      ("write 2A21 01 --with-response", .write("2A21", [1], withResponse: true)), ("q", .quit),
      ("write x \"\"", .write("x", [], withResponse: nil)), ("subscribe heart rate", .subscribe("heart rate")),
    ]
    for (line, order) in expected {
      let read = try ExploreAction(line: line)
      #expect(read == order, "\(line)")
    }
  }

  @Test(arguments: ["fly", "subscribe", "wait long", "write 2A21", "write 2A21 xyz", "write 2A21 0", "quit now"])
  func `invalid ones give the reason`(line: String) {
    #expect(throws: ExploreAction.Problem.self) { try ExploreAction(line: line) }
  }
}
