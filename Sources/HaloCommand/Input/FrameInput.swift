import HaloInterchange
import SystemPackage

/// Reads frames from arguments, a file or standard input.
///
/// Input that is not hexadecimal is reported on standard error with its position and counted in ``problems``; the
/// rest is read.
struct FrameInput {
  /// The number of lines or arguments that were not hexadecimal.
  private(set) var problems = 0
  private var bytes: [UInt8] = []

  /// Reads frames from arguments, one per argument. `body` gets the argument's number from 1, the channel and the
  /// bytes.
  mutating func read(arguments: [String], body: (Int, Int?, [UInt8]) -> Void) {
    for (index, argument) in Self.joiningSingleBytes(arguments).enumerated() {
      var text = argument
      text.withUTF8 {
        take(UnsafeRawBufferPointer($0), isArgument: true, number: index + 1, body: body)
      }
    }
  }

  /// Reads frames from a file descriptor, one per line, as they arrive. `body` gets the line's number from 1, the
  /// channel and the bytes. `afterEachChunk` is called after each read.
  mutating func read(
    _ descriptor: FileDescriptor, name: String = Phrase("standard input").text, body: (Int, Int?, [UInt8]) -> Void,
    afterEachChunk: () throws -> Void = {}
  ) throws {
    var splitter = LineSplitter()
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var isFirst = true
    while true {
      let count = try Failure.reading(name) { try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) } }
      if count == 0 { break }
      chunk.withUnsafeBytes { buffer in
        var start = 0
        if isFirst, count >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
        splitter.receive(UnsafeRawBufferPointer(rebasing: buffer[start..<count])) { line, text in
          take(line: line, text, body: body)
        }
      }
      isFirst = false
      if splitter.isEndless {
        throw Failure(
          EX.dataError, "\(name): line \(String(splitter.line)) is endless. This is not a text with frames.")
      }
      try afterEachChunk()
    }
    splitter.finish { line, text in take(line: line, text, body: body) }
  }

  /// Calls `body` with the file at `path`, opened for reading, and closes it. `-` is standard input.
  static func withFile<Result>(at path: String, body: (FileDescriptor) throws -> Result) throws -> Result {
    if path == "-" { return try body(StandardStreams.current[.standardInput]) }
    let descriptor = try Failure.opening(path) { try FileDescriptor.open(FilePath(path), .readOnly) }
    return try descriptor.closeAfter { try body(descriptor) }
  }

  private mutating func take(
    line: Int, _ text: UnsafeRawBufferPointer?, body: (Int, Int?, [UInt8]) -> Void
  ) {
    if let text {
      take(text, isArgument: false, number: line, body: body)
    } else {
      reportProblem(Phrase("line \(String(line)), column \(String(LineSplitter.longestFrame)): longer than any frame"))
    }
  }

  @inline(__always)
  private mutating func take(
    _ text: UnsafeRawBufferPointer, isArgument: Bool, number: Int, body: (Int, Int?, [UInt8]) -> Void
  ) {
    switch HexFrame.parse(text, into: &bytes) {
    case .nothing: break
    case .frame(let channel): body(number, channel, bytes)
    case .problem(let column, let problem):
      let number = String(number)
      let column = String(column)
      reportProblem(
        isArgument
          ? Phrase("argument \(number), column \(column): \(problem)")
          : Phrase("line \(number), column \(column): \(problem)"))
    }
  }

  private mutating func reportProblem(_ problem: Phrase) {
    problems += 1
    StandardError.report(problem)
  }

  /// Joins arguments of one byte each: `03 40 00 …` without quotes is one frame, because no frame has a single byte.
  private static func joiningSingleBytes(_ arguments: [String]) -> [String] {
    let isOneFrame = arguments.count > 1 && arguments.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
    return isOneFrame ? [arguments.joined()] : arguments
  }
}
