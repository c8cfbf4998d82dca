/// A process that reads files for the page: no file can then end the program that controls a treadmill's belt. It passes
/// each order to its ``ImportHandler``.
public protocol ImportProcess: Sendable {
  /// Sends an order, a line, and returns the answer, a line. Canceling the task ends the process.
  ///
  /// - Parameters:
  ///   - order: The order, without a line break.
  ///   - limit: The longest time for the answer. The process ends if it takes longer.
  /// - Throws: ``ImportProcessEnd`` if the process ended before it answered.
  func ask(_ order: [UInt8], within limit: Duration) async throws -> [UInt8]

  /// Ends the process, and removes its files.
  func end() async
}

/// Why a process ended before it answered.
public enum ImportProcessEnd: Error, Equatable {
  /// It took longer than allowed.
  case tooSlow
  /// It ended by itself: the reason, such as "signal 4".
  case unexpected(String)
}
