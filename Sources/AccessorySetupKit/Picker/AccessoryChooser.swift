public import Foundation

/// Lets the user at a terminal, or a script, choose a device. (On Apple systems, the system's picker does this.)
public protocol AccessoryChooser: Sendable {
  /// Asks for one of the discovered devices.
  ///
  /// - Parameters:
  ///   - kinds: The names of the kinds of devices.
  ///   - found: All devices discovered so far, in order of discovery. Sent again after each change.
  /// - Returns: The chosen device; `nil` if the user cancels.
  /// - Throws: An ``ASError`` if no choice is possible.
  func choose(of kinds: [String], from found: AsyncStream<[AccessoryCandidate]>) async throws -> UUID?

  /// Asks for a name. Returns nil to keep the current one.
  func rename(_ name: String) async throws -> String?

  /// Shows a message to the user.
  func report(_ message: String) async
}

/// A device that can be chosen.
public struct AccessoryCandidate: Hashable, Sendable, Identifiable {
  /// The device's identifier in Core Bluetooth.
  public let id: UUID
  /// The advertised name, if any.
  public let name: String?
  /// The kind of device: the display item's name.
  public let kind: String
  /// The signal strength in dBm, if known.
  public let rssi: Int?
  /// True if the advertisement proves the kind. Many devices do not advertise their services; their kind is checked
  /// by connecting after the choice.
  public let isCertain: Bool
}
