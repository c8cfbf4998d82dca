public import Foundation

extension ASAccessorySession {
  /// Calls `body`. Sessions created within it, at any depth, use `chooser` and store accessories in `file`.
  ///
  /// For tests, and for programs with their own picker. The radio is the one of Core Bluetooth
  /// (`CBCentralManager.withCentral`, or `HALO_RADIO`).
  /// - Parameters:
  ///   - chooser: The chooser; if `nil`, the user at the terminal.
  ///   - file: The file for accessories; if `nil`, the program's default file.
  public static func withChooser<Result>(
    _ chooser: (any AccessoryChooser)?, storingIn file: URL? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await AccessorySessionEnvironment.$scoped.withValue(
      AccessorySessionEnvironment(chooser: chooser, file: file.map { AccessoryFile(location: $0) }), operation: body,
      isolation: isolation)
  }
}
