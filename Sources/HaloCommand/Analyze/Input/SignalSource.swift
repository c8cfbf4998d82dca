/// Something that rows of signals are read from, as few at a time as that takes.
protocol SignalSource {
  /// Rows a second, where they are even and that is known beforehand.
  var rate: Double? { get }

  /// Whether it can be read once more, which what comes through a pipe cannot.
  var canBeReadAgain: Bool { get }

  /// Reads all rows, and gives them to `body` in blocks of at most ``SignalBlock/limit``.
  func read(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary
}
