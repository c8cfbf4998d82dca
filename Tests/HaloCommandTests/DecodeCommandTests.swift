import Foundation
import Testing

@Suite("halo decode")
struct DecodeCommandTests {
  private let battery = "03400000000000000000000000000043"
  private let batteryLine = #"{"charging":false,"percent":64,"type":"battery"}"#

  private func decode(_ arguments: String..., input: String = "") throws -> Program.Result {
    try Program.run(["decode", "--device", "colmi-ring"] + arguments, input: input)
  }

  @Test("reads each argument as a frame")
  func arguments() throws {
    let result = try decode(battery, "2ff10000000000000000000000000020")
    #expect(result.lines == [batteryLine, #"{"bytes":241,"type":"packetSize"}"#])
    #expect(result.status == 0)
    #expect(result.problems.isEmpty)
  }

  @Test("reads a frame a line, with comments, spaces, colons, either case, channels and any line break")
  func lines() throws {
    let spaced = "03 40 00 00 00 00 00 00 00 00 00 00 00 00 00 43"
    let input = """
      \u{FEFF}# a comment
      \(battery)

        \(battery.uppercased())   # behind a frame
      \(spaced)\r
      \(spaced.replacing(" ", with: ":"))
      v1:\(battery)
      V1: \(battery)
      \t\(battery)
      """
    let result = try decode(input: input)
    #expect(result.problems == "")
    #expect(result.lines == Array(repeating: batteryLine, count: 7))
    #expect(result.status == 0)
  }

  @Test("takes bytes that came as separate words as one frame")
  func words() throws {
    let words = stride(from: 0, to: 32, by: 2).map { String(battery.dropFirst($0).prefix(2)) }
    #expect(try Program.run(["decode", "--device", "colmi-ring"] + words).lines == [batteryLine])
  }

  @Test("says line and column of what is not hexadecimal, reads the rest, and ends with 64")
  func notHexadecimal() throws {
    let result = try decode(input: "03 4z\n\(battery)\n0é\n034\nv3:00\nv1:\n\(battery)")
    #expect(result.lines == [batteryLine, batteryLine])
    #expect(result.status == 64)
    #expect(
      result.problems == """
        halo: line 1, column 5: 'z' is not a hexadecimal digit
        halo: line 3, column 2: 'é' is not a hexadecimal digit
        halo: line 4, column 3: a byte needs two digits and '4' stands alone
        halo: line 5, column 1: the channels are 'v1:' and 'v2:'
        halo: line 6, column 4: no bytes after the channel

        """)
  }

  @Test("says the argument and column of what is not hexadecimal")
  func notHexadecimalArgument() throws {
    let result = try decode(battery, "03zz")
    #expect(result.lines == [batteryLine])
    #expect(result.problems == "halo: argument 2, column 3: 'z' is not a hexadecimal digit\n")
    #expect(result.status == 64)
  }

  @Test("passes over a line that is longer than any frame, and says so")
  func longLine() throws {
    let result = try decode(input: String(repeating: "0", count: 3_000_000) + "\n" + battery)
    #expect(result.lines == [batteryLine])
    #expect(result.problems == "halo: line 1, column 1048576: longer than any frame\n")
    #expect(result.status == 64)
  }

  @Test("prints damaged, unknown and unfinished frames and ends with 0")
  func damage() throws {
    let result = try decode(input: "00\n61ffff0000000000000000000000005f\n15001805000000000000000000000032\n")
    #expect(
      result.lines == [
        #"{"hex":"00","reason":"length","type":"corrupt"}"#,
        #"{"command":"0x61","hex":"61ffff0000000000000000000000005f","type":"unknown"}"#,
        #"{"frames":1,"of":"heartRateLog","type":"incomplete"}"#,
      ])
    #expect(result.status == 0)
  }

  @Test("reads what the app writes with --direction sent")
  func sent() throws {
    #expect(
      try decode("--direction", "sent", "bc2702008180ff01").lines == [#"{"of":"sleep","type":"request"}"#])
  }

  @Test("has nothing to say about nothing")
  func nothing() throws {
    let result = try decode(input: "")
    #expect(result.output.isEmpty && result.problems.isEmpty && result.status == 0)
  }

  @Test("asks for the device where it was not named", arguments: [[], ["--device", "toaster"]])
  func device(arguments: [String]) throws {
    let result = try Program.run(["decode"] + arguments + [battery])
    #expect(result.status == 64)
    #expect(result.problems.contains("--device"))
  }

  @Test("the examples of its help print what the help says")
  func helpExamples() throws {
    let help = try Program.run(["decode", "--help"]).lines.map { $0.trimmingCharacters(in: .whitespaces) }
    var examples = 0
    for (command, expected) in zip(help, help.dropFirst())
    where command.hasPrefix("halo decode ") && expected.hasPrefix("{") {
      let words = command.split(separator: " ").map(String.init).dropFirst()
      #expect(try Program.run(Array(words)).lines == [expected])
      examples += 1
    }
    #expect(examples == 2)
  }
}
