import Foundation
import Testing

@Suite("halo decode")
struct DecodeCommandTests {
  private let battery = "03400000000000000000000000000043"
  private let batteryLine = #"{"charging":false,"percent":64,"type":"battery"}"#

  private func decode(_ arguments: String..., input: String = "") async throws -> Program.Result {
    try await Program.run(["decode", "--device", "colmi-ring"] + arguments, input: input)
  }

  @Test func `reads each argument as a frame`() async throws {
    let result = try await decode(battery, "2ff10000000000000000000000000020")
    #expect(result.lines == [batteryLine, #"{"bytes":241,"type":"packetSize"}"#])
    #expect(result.status == 0)
    #expect(result.problems.isEmpty)
  }

  @Test func `reads one frame per line, with comments, spaces, colons, either case, channels and any line break`()
    async throws
  {
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
    let result = try await decode(input: input)
    #expect(result.problems == "")
    #expect(result.lines == Array(repeating: batteryLine, count: 7))
    #expect(result.status == 0)
  }

  @Test func `joins bytes from separate words into one frame`() async throws {
    let words = stride(from: 0, to: 32, by: 2).map { String(battery.dropFirst($0).prefix(2)) }
    #expect(try await Program.run(["decode", "--device", "colmi-ring"] + words).lines == [batteryLine])
  }

  @Test func `reports line and column of invalid characters, reads the rest, and exits with 64`() async throws {
    let result = try await decode(input: "03 4z\n\(battery)\n0é\n034\nv3:00\nv1:\n\(battery)")
    #expect(result.lines == [batteryLine, batteryLine])
    #expect(result.status == 64)
    #expect(
      result.problems == """
        halo: line 1, column 5: 'z' is not a hexadecimal digit
        halo: line 3, column 2: 'é' is not a hexadecimal digit
        halo: line 4, column 3: a byte needs two digits, but '4' is a single digit
        halo: line 5, column 1: the channels are 'v1:' and 'v2:'
        halo: line 6, column 4: no bytes after the channel

        """)
  }

  @Test func `reports argument and column of invalid characters`() async throws {
    let result = try await decode(battery, "03zz")
    #expect(result.lines == [batteryLine])
    #expect(result.problems == "halo: argument 2, column 3: 'z' is not a hexadecimal digit\n")
    #expect(result.status == 64)
  }

  @Test(arguments: [
    "(0x) 03-40-00-00-00-00-00-00-00-00-00-00-00-00-00-43", "0x03 0x40 0x00000000000000000000000000 0X43",
    "03, 40; 00000000 00000000 00000000 00, 43", "03:40:00:00:00:00:00:00:00:00:00:00:00:00:00:43 # battery",
  ])
  func `reads bytes as other programs show them`(frame: String) async throws {
    #expect(try await decode(input: frame) == Program.Result(status: 0, output: batteryLine + "\n", problems: ""))
  }

  @Test func `names base64, which many logs have`() async throws {
    let result = try await decode(input: "A0AAAAAAAAAAAAAAAAAAQw==\nzzzzzzzzzzzzzzzzz\n" + battery)
    #expect(result.lines == [batteryLine] && result.status == 64)
    #expect(result.problems.contains("line 1, column 21: this looks like base64, not hexadecimal."))
    #expect(result.problems.contains("line 2, column 1: 'z' is not"))
  }

  @Test func `skips a line longer than any frame, and reports it`() async throws {
    let result = try await decode(input: String(repeating: "0", count: 3_000_000) + "\n" + battery)
    #expect(result.lines == [batteryLine])
    #expect(result.problems == "halo: line 1, column 1048576: longer than any frame\n")
    #expect(result.status == 64)
  }

  @Test func `prints damaged, unknown and unfinished frames and exits with 0`() async throws {
    let result = try await decode(input: "00\n61ffff0000000000000000000000005f\n15001805000000000000000000000032\n")
    #expect(
      result.lines == [
        #"{"hex":"00","reason":"length","type":"corrupt"}"#,
        #"{"command":"0x61","hex":"61ffff0000000000000000000000005f","type":"unknown"}"#,
        #"{"frames":1,"of":"heartRateLog","type":"incomplete"}"#,
      ])
    #expect(result.status == 0)
  }

  @Test func `decodes the app's writes with --direction sent`() async throws {
    #expect(
      try await decode("--direction", "sent", "bc2702008180ff01").lines == [#"{"of":"sleep","type":"request"}"#])
  }

  @Test func `prints nothing for empty input`() async throws {
    let result = try await decode(input: "")
    #expect(result.output.isEmpty && result.problems.isEmpty && result.status == 0)
  }

  @Test(arguments: [[], ["--device", "toaster"]])
  func `requires a device name`(arguments: [String]) async throws {
    let result = try await Program.run(["decode"] + arguments + [battery])
    #expect(result.status == 64)
    #expect(result.problems.contains("--device"))
  }

  @Test func `the examples in its help print the documented output`() async throws {
    let help = try await Program.run(["decode", "--help"]).lines.map { $0.trimmingCharacters(in: .whitespaces) }
    var examples = 0
    for (command, expected) in zip(help, help.dropFirst())
    where command.hasPrefix("halo decode ") && expected.hasPrefix("{") {
      let words = command.split(separator: " ").map(String.init).dropFirst()
      #expect(try await Program.run(Array(words)).lines == [expected])
      examples += 1
    }
    #expect(examples == 2)
  }
}
