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
    let readers = signals.map { signal in
      files.first { $0.signals.contains(signal) }.map { (file: $0.reader, index: signal - $0.signals.lowerBound) }
    }
    var rows = SignalRows(columns: signals.count, isTimed: false)
    var columns = Array(repeating: [Double](), count: signals.count)
    var frame = 0
    while true {
      let count = try files.reduce((header.frames ?? .max) - frame) { try min($0, $1.reader.frames()) }
      guard count > 0 else { break }
      for (column, reader) in readers.enumerated() {
        columns[column].removeAll(keepingCapacity: true)
        reader?.file.append(count, of: reader?.index ?? 0, parts: perFrame, to: &columns[column])
      }
      for (_, reader) in files { reader.skip(count) }
      try rows.add(columns, rate: rate ?? 1, body)
      frame += count
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

  /// Returns how many frames have been read and not skipped, and reads more if there are 0: at the end they stay 0.
  func frames() throws -> Int {
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
      // Not in place: each access to a property of a class is checked.
      var decoded = decoded
      self.decoded = []
      if isAtEnd {
        samples.finish { decoded.append($0.map(Double.init) ?? .nan) }
      } else {
        samples.take(chunk.prefix(count)) { decoded.append($0.map(Double.init) ?? .nan) }
      }
      self.decoded = decoded
    }
    return (decoded.count - start) / slots
  }

  /// Appends a signal of the next frames to a column, in the signal's unit and with `parts` values for each frame: the
  /// samples of a signal with a lower rate are repeated.
  func append(_ count: Int, of index: Int, parts: Int, to column: inout [Double]) {
    let signal = signals[index]
    let decoded = decoded
    var first = start + indices[index]
    for _ in 0..<count {
      for part in 0..<parts {
        column.append((decoded[first + part * signal.perFrame / parts] - signal.baseline) / signal.gain)
      }
      first += slots
    }
  }

  /// Skips frames that have been read.
  func skip(_ count: Int) { start += count * slots }
}
