/// A source of signal rows that is read in blocks.
package protocol SignalSource {
  /// The rate in rows per second, if it is constant and known in advance.
  var rate: Double? { get }

  /// True if the source can be read again; false for a pipe.
  var isRepeatable: Bool { get }

  /// Reads all rows, and passes them to `body` in blocks of at most ``SignalBlock/limit``.
  func read(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary
}

extension SignalSource {
  /// Checks a recording before any output. Returns the summary if too many rows must be left out for a result. Returns
  /// `nil` for a pipe, which cannot be read twice.
  package func precheck() throws -> SignalSummary? {
    guard rate == nil, isRepeatable else { return nil }
    let summary = try read { _ in }
    return summary.refusal == nil ? nil : summary
  }
}
