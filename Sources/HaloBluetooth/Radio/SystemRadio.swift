/// A real radio that users can select: its name, state and roles.
public protocol SystemRadio: Sendable {
  /// The name for users: `bluez`.
  var name: String { get }

  /// Returns a report of the system's Bluetooth. The query starts and changes nothing.
  func report() async -> RadioReport

  /// Returns a report like ``report()``, within six seconds. First, a Bluetooth service that is not running may start.
  func reportAfterStart() async -> RadioReport

  /// Calls `body` with both roles of the radio, and closes them afterwards.
  ///
  /// - Parameters:
  ///   - adapter: The adapter for connecting to devices; `nil` selects the first that is turned on.
  ///   - serving: The adapter for serving a device; `nil` selects the same adapter.
  ///   - body: Uses both roles. They are closed when it returns or throws.
  /// - Throws: Any error of `body`.
  func withRoles<Result: Sendable>(
    on adapter: String?, serving: String?, _ body: @Sendable (any Central, any Peripheral) async throws -> Result
  ) async throws -> Result
}
