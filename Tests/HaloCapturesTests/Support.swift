import HaloCaptures
import HaloFuzzing
import Testing

extension SyntheticCapture {
  /// Returns the operations that a reader must find in a file of that format.
  func operations(in format: SyntheticFormat) -> [CapturedOperation] {
    guard !format.hasTime else { return operations }
    return operations.map { operation in
      var operation = operation
      operation.time = nil
      return operation
    }
  }
}

extension CaptureProblems {
  /// True if the whole file was read.
  var isClean: Bool {
    truncatedCount == 0 && malformedCount == 0 && cutOffByteCount == 0 && damagedPlaceCount == 0
      && damagedByteCount == 0 && droppedCount == 0 && unknown.isEmpty
  }
}

/// Expects the same operations; reports the first difference.
func expectSame(
  _ found: [CapturedOperation], _ wanted: [CapturedOperation], _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  guard found != wanted else { return }
  let place = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let index = place ?? min(found.count, wanted.count)
  Issue.record(
    """
    \(comment()) \(found.count) operations in place of \(wanted.count); number \(index) is
    \(index < found.count ? found[index].description : "missing"), and should be
    \(index < wanted.count ? wanted[index].description : "missing")
    """, sourceLocation: sourceLocation)
}
