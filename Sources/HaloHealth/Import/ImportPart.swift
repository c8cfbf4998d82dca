/// The part of an imported file that entries come from.
public enum ImportPart: Sendable, Hashable {
  /// The lines of a text file; the name of the file within an archive, `nil` if the imported file is the text itself.
  case lines(of: String?)
  /// The rows of a table in a database, by their `rowid`, or counted in the order of the table's key.
  case rows(of: String)

  /// A place in the part: "line 7", "line 7 of export.xml", "row 7 of COLMI_STRESS_SAMPLE".
  public func place(_ number: Int) -> String {
    switch self {
    case .lines(nil): "line \(number)"
    case .lines(let file?): "line \(number) of \(file)"
    case .rows(let table): "row \(number) of \(table)"
    }
  }

  /// The part as text, which ``init(text:)`` reads.
  public var text: String {
    switch self {
    case .lines(let file): "lines \(file ?? "")"
    case .rows(let table): "rows \(table)"
    }
  }

  /// Reads ``text``; `nil` for anything else.
  public init?(text: String) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let name = String(text[text.index(after: space)...])
    switch text[..<space] {
    case "lines": self = .lines(of: name.isEmpty ? nil : name)
    case "rows": self = .rows(of: name)
    default: return nil
    }
  }
}
