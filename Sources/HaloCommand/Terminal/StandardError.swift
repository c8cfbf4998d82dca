import SystemPackage

/// Where problems and progress are written.
enum StandardError {
  /// Writes `text`; where standard error is gone there is nobody to tell.
  static func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
