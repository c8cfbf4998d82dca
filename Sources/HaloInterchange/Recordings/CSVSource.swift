package import SystemPackage

/// A CSV file, of which some columns are read.
package struct CSVSource: SignalSource {
  /// The source of the rows' times.
  package enum Clock: Equatable {
    /// A constant rate, in rows per second.
    case rate(Double)
    /// A column of times, in a unit.
    case column(String, TimeUnit)
  }

  /// The path, or `-` for `input`.
  let path: String
  /// The standard input of the program that reads the file.
  private let input: FileDescriptor
  let columns: [String]
  /// A column that is read after the others. If the file has no such column, its values are missing.
  let optional: String?
  let group: String?
  let clock: Clock
  let hasHeader: Bool

  package init(
    path: String, input: FileDescriptor = .standardInput, columns: [String], optional: String? = nil, group: String?,
    clock: Clock, hasHeader: Bool
  ) {
    self.path = path
    self.input = input
    self.columns = columns
    self.optional = optional
    self.group = group
    self.clock = clock
    self.hasHeader = hasHeader
  }

  package var isRepeatable: Bool {
    guard path != "-", let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .nonBlocking) else {
      return false
    }
    defer { try? file.close() }
    // A pipe cannot seek.
    return (try? file.seek(offset: 0, from: .end)) != nil
  }

  package var rate: Double? { if case .rate(let rate) = clock { rate } else { nil } }

  package func read(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    var table = CSVTable(self)
    return try Self.withFile(at: path, input) { file in
      var splitter = LineSplitter()
      var chunk = [UInt8](repeating: 0, count: 1 << 18)
      var isFirst = true
      var problem: (any Error)?
      func take(_ line: Int, _ text: UnsafeRawBufferPointer?) {
        guard problem == nil else { return }
        do {
          guard let text else { throw SignalError("line \(String(line)) is longer than any row") }
          try table.take(line, text, body)
        } catch {
          problem = error
        }
      }
      while problem == nil {
        let count: Int
        do {
          count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
        } catch let error as Errno {
          throw SignalError("cannot be read: \(error)", .reading)
        }
        if count == 0 { break }
        chunk.withUnsafeBytes { buffer in
          var start = 0
          if isFirst, buffer.prefix(min(count, 3)).elementsEqual([0xEF, 0xBB, 0xBF]) { start = 3 }
          splitter.receive(UnsafeRawBufferPointer(rebasing: buffer[start..<count]), body: take)
        }
        isFirst = false
      }
      if problem == nil { splitter.finish(body: take) }
      if let problem { throw problem }
      return try table.finish(body)
    }
  }

  static func withFile<Result>(
    at path: String, _ input: FileDescriptor? = nil, _ body: (FileDescriptor) throws -> Result
  ) throws -> Result {
    if path == "-", let input { return try body(input) }
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(FilePath(path), .readOnly)
    } catch let error as Errno {
      throw SignalError("cannot be opened: \(error)", .missing)
    }
    return try file.closeAfter { try body(file) }
  }
}
