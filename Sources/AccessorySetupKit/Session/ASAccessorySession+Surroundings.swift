#if !canImport(Darwin)
  public import Foundation

  extension ASAccessorySession {
    /// Calls `body`; in sessions that are made within it, however deep, `chooser` chooses, and accessories are remembered in that file.
    ///
    /// For tests, and for programs that have a picker of their own. The radio is the one that Core Bluetooth uses
    /// (`CBCentralManager.withCentral`, or `HALO_RADIO`).
    /// - Parameters:
    ///   - chooser: Who chooses; a person at the terminal where it is `nil`.
    ///   - file: Where accessories are remembered; where programs keep theirs if it is `nil`.
    public static func withChooser<Result>(
      _ chooser: (any AccessoryChooser)?, rememberingIn file: URL? = nil,
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await AccessorySurroundings.$scoped.withValue(
        AccessorySurroundings(chooser: chooser, file: file.map { AccessoryFile(location: $0) }), operation: body,
        isolation: isolation)
    }
  }
#endif
