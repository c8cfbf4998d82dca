import SystemPackage

/// A WFDB record as published by PhysioNet: a header with files of samples beside it.
package struct WFDBSource: SignalSource {
  let header: WFDBHeader
  private let warn: (Phrase) -> Void
  private let folder: FilePath
  /// The requested signals.
  private let signals: [Int]
  /// The rows per frame: the most samples per frame of a requested signal.
  private let perFrame: Int

  package var isRepeatable: Bool { true }

  package var rate: Double? { header.rate * Double(perFrame) }

  /// Opens the record with that header. The columns are the signals' names, or their numbers from 1.
  package init(
    header path: String, columns: [String], warn: @escaping (Phrase) -> Void = { _ in }
  ) throws {
    self.warn = warn
    let file = FilePath(path)
    folder = file.removingLastComponent()
    header = try CSVSource.withFile(at: path) { file in
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      return try WFDBHeader(String(decoding: bytes.prefix(count), as: UTF8.self))
    }
    let names = header.signals.map(\.name)
    signals = try columns.map { column in
      if let index = names.firstIndex(of: column) ?? names.firstIndex(where: { $0.lowercased() == column.lowercased() })
      {
        return index
      }
      if let number = Int(column), names.indices.contains(number - 1) { return number - 1 }
      throw SignalError(
        "there is no signal '\(column)'. The record has \(VisibleText.printable(names.joined(separator: ", "))).",
        .request)
    }
    perFrame = signals.map { [header] in header.signals[$0].perFrame }.max() ?? 1
  }

  package func read(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    // Signals in the same file are interleaved.
    var files: [(signals: Range<Int>, reader: WFDBFile)] = []
    var start = 0
    defer { for (_, reader) in files { reader.close() } }
    for end in 1...header.signals.count
    where end == header.signals.count || header.signals[end].file != header.signals[start].file {
      if signals.contains(where: (start..<end).contains) {
        files.append((start..<end, try WFDBFile(folder, Array(header.signals[start..<end]))))
      }
      start = end
    }
    var rows = SignalRows(columns: signals.count, isTimed: false)
    var count = 0
    var row = Array(repeating: Double.nan, count: signals.count)
    var frame = 0
    reading: while header.frames.map({ frame < $0 }) ?? true {
      for (_, reader) in files {
        guard try reader.readFrame() else { break reading }
      }
      for part in 0..<perFrame {
        for (column, signal) in signals.enumerated() {
          // Repeat the samples of a signal with a lower rate.
          let samples = header.signals[signal].perFrame
          for (range, reader) in files where range.contains(signal) {
            row[column] = reader.value(signal - range.lowerBound, part * samples / perFrame)
          }
        }
        try rows.add(time: Double(count) / (rate ?? 1), values: row, number: count + 1, body)
        count += 1
      }
      frame += 1
    }
    try rows.finish(body)
    if let frames = header.frames, frame < frames {
      warn(Phrase("the record is truncated: it has \(frame) of \(frames) frames."))
    }
    return rows.summary
  }
}

/// A file of samples, read frame by frame.
private final class WFDBFile {
  private let signals: [WFDBHeader.Signal]
  /// The index of each signal's first sample within a frame.
  private let indices: [Int]
  private let slots: Int
  private let file: FileDescriptor
  private var samples: WFDBSamples
  private var decoded: [Double] = []
  private var start = 0
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var isAtEnd = false

  init(_ folder: FilePath, _ signals: [WFDBHeader.Signal]) throws {
    self.signals = signals
    var indices: [Int] = []
    slots = signals.reduce(0) {
      indices.append($0)
      return $0 + $1.perFrame
    }
    self.indices = indices
    // Accept only the name of a file in the same folder, not a path.
    guard let name = FilePath.Component(signals[0].file), name.kind == .regular else {
      throw SignalError(
        "names a file of samples '\(VisibleText.printable(signals[0].file))', which is not a file in its folder")
    }
    guard Set(signals.map(\.format)).count == 1 else {
      throw SignalError("has signals with different formats in one file")
    }
    do {
      file = try FileDescriptor.open(folder.appending(name), .readOnly)
      try file.seek(offset: Int64(signals[0].byteOffset), from: .start)
    } catch let error as Errno {
      throw SignalError("its samples in \(name.string) cannot be opened: \(error)", .missing)
    }
    samples = WFDBSamples(
      format: signals[0].format, initial: signals.flatMap { Array(repeating: $0.initial, count: $0.perFrame) })
  }

  func close() { try? file.close() }

  /// Reads the next frame. Returns `false` at the end.
  func readFrame() throws -> Bool {
    if !decoded.isEmpty || start > 0 { start += slots }
    while decoded.count < start + slots, !isAtEnd {
      decoded.removeFirst(start)
      start = 0
      let count: Int
      do {
        count = try chunk.withUnsafeMutableBytes { [file] in try file.read(into: $0) }
      } catch let error as Errno {
        throw SignalError("its samples cannot be read: \(error)", .reading)
      }
      isAtEnd = count == 0
      if isAtEnd {
        samples.finish { decoded.append($0.map(Double.init) ?? .nan) }
      } else {
        samples.take(chunk.prefix(count)) { decoded.append($0.map(Double.init) ?? .nan) }
      }
    }
    return decoded.count >= start + slots
  }

  /// Returns a sample of the frame in the signal's unit.
  func value(_ signal: Int, _ sample: Int) -> Double {
    (decoded[start + indices[signal] + sample] - signals[signal].baseline) / signals[signal].gain
  }
}
