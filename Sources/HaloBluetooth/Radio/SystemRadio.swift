/// A real radio as a program offers it to its user: how it is named, whether it can be used now, and how it is reached.
public protocol SystemRadio: Sendable {
  /// What the user calls it: `bluez`.
  var name: String { get }

  /// Whether there is an adapter that can be used.
  func isAvailable() async -> Bool

  /// What the system says of its Bluetooth. Asking starts nothing and changes nothing.
  func report() async -> RadioReport

  /// Calls `body` with both roles of the radio, and ends them afterwards.
  ///
  /// - Parameters:
  ///   - adapter: The adapter that connects to devices; `nil` is the first that is turned on.
  ///   - serving: The adapter that serves a device; `nil` is the same.
  /// - Throws: What `body` throws.
  func withRoles<Result: Sendable>(
    on adapter: String?, serving: String?, _ body: @Sendable (any Central, any Peripheral) async throws -> Result
  ) async throws -> Result
}
