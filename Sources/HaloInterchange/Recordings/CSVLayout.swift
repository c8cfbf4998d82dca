/// The layout of a CSV file: its separator and the requested columns.
struct CSVLayout {
  /// The separator: comma, semicolon or tab.
  let separator: UInt8
  /// The requested columns, counted from 0.
  private(set) var columns: [Int] = []
  private(set) var timeColumn: Int?
  private(set) var groupColumn: Int?
  private(set) var optionalColumn: Int?
  /// The number of columns in the first line.
  let columnCount: Int
  private let names: [String]

  /// True if a comma may be the decimal separator, because it does not separate cells.
  var hasDecimalComma: Bool { separator != UInt8(ascii: ",") }

  init(firstLine line: UnsafeRawBufferPointer, of source: CSVSource) throws {
    separator = Self.separator(of: line)
    var cells: [Range<Int>] = []
    Self.split(line, separator, into: &cells)
    columnCount = cells.count
    names = cells.map { cell in
      source.hasHeader ? String(decoding: CSVTable.trimmed(line, cell), as: UTF8.self) : ""
    }
    let timeName: String? = if case .column(let name, _) = source.clock { name } else { nil }
    let wanted = source.columns + [timeName, source.group].compactMap(\.self)
    // If column 0 is requested, columns are counted from 0, otherwise from 1.
    let base = wanted.contains("0") ? 0 : 1
    columns = try source.columns.map { try index(of: $0, base, source) }
    timeColumn = try timeName.map { try index(of: $0, base, source) }
    groupColumn = try source.group.map { try index(of: $0, base, source) }
    optionalColumn = source.optional.flatMap(names.firstIndex)
  }

  /// Returns the name of a column for messages.
  func name(of column: Int) -> String {
    let name = names.indices.contains(column) ? names[column] : ""
    return name.isEmpty
      ? Phrase("column \(String(column + 1))").text : Phrase("column \(VisibleText.printable(name))").text
  }

  private func index(of name: String, _ base: Int, _ source: CSVSource) throws -> Int {
    if source.hasHeader {
      if let index = names.firstIndex(of: name) ?? names.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
        return index
      }
    }
    if let number = Int(name) {
      if (base..<base + columnCount).contains(number) { return number - base }
      throw SignalError("there is no column \(String(number)): the first line has \(columnCount)", .request)
    }
    guard source.hasHeader else {
      throw SignalError("'\(name)' is not the number of a column, which --no-header needs", .request)
    }
    let isData = names.allSatisfy { Double($0) != nil }
    let known =
      isData
      ? Phrase("The first line has no names. With --no-header, select columns by number.")
      : Phrase("The file has the columns \(names.joined(separator: ", ")).")
    throw SignalError("there is no column '\(name)'. \(known)", .request)
  }

  /// Returns the separator of the first line: a tab or a semicolon if it contains one, otherwise a comma.
  private static func separator(of line: UnsafeRawBufferPointer) -> UInt8 {
    var isQuoted = false
    var found: Set<UInt8> = []
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { found.insert(byte) }
    }
    return [UInt8(ascii: "\t"), UInt8(ascii: ";")].first(where: found.contains) ?? UInt8(ascii: ",")
  }

  static func split(_ line: UnsafeRawBufferPointer, _ separator: UInt8, into cells: inout [Range<Int>]) {
    cells.removeAll(keepingCapacity: true)
    var start = 0
    var isQuoted = false
    for index in line.indices {
      let byte = line[index]
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        cells.append(start..<index)
        start = index + 1
      }
    }
    cells.append(start..<line.count)
  }
}
