import HaloHealth
import HaloJournal
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes what is in a journal into a file that its owner alone can read. Blocks, and looks now and then whether it was cancelled.
struct JournalExport {
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  /// Writes the file, in place of one that is there; on cancellation and errors nothing of it stays.
  ///
  /// - Returns: How many lines there are; `nil` for the whole journal.
  func write(_ format: ExportFormat, to path: String) throws -> Int? {
    try? FileManager.default.removeItem(atPath: path)
    do {
      guard format != .journal else {
        try journal.backUp(to: path)
        return nil
      }
      let file = try open(path)
      var writer = LineWriter(file)
      defer { try? file.close() }
      try lines(format, into: &writer)
      try writer.flush()
      return writer.count
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  private func open(_ path: String) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    } catch let error as Errno {
      throw JournalError.cannotWrite(path: path, reason: "\(error)")
    }
  }

  private func lines(_ format: ExportFormat, into writer: inout LineWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if format == .csv { try writer.write((ExportedLine.header + "\n").utf8, isData: false) }
    let ever = Moment(milliseconds: 0, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 52, secondsFromGMT: 0)
    try journal.export(in: ever, metrics: Metric.allCases, sleep: true) { row in
      if writer.count.isMultiple(of: 1000) { try Task.checkCancellation() }
      let line = ExportedLine(row)
      if format == .csv {
        try writer.write(line.csv.utf8)
      } else {
        try writer.write(encoder.encode(line) + [UInt8(ascii: "\n")])
      }
    }
  }

  /// Puts lines together before they are written.
  private struct LineWriter {
    private let file: FileDescriptor
    private var buffer: [UInt8] = []
    private(set) var count = 0

    init(_ file: FileDescriptor) { self.file = file }

    mutating func write(_ line: some Sequence<UInt8>, isData: Bool = true) throws {
      buffer += line
      if isData { count += 1 }
      if buffer.count > 1 << 16 { try flush() }
    }

    mutating func flush() throws {
      _ = try file.writeAll(buffer)
      buffer.removeAll(keepingCapacity: true)
    }
  }
}
