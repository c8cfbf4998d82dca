import Foundation

/// The chooser of a program without a terminal. Every choice fails.
struct UnavailableChooser: AccessoryChooser {
  func choose(of kinds: [String], from found: AsyncStream<[AccessoryCandidate]>) async throws -> UUID? {
    throw ASError.error(
      .pickerRestricted,
      """
      Cannot choose \(kinds.joined(separator: " or ")): there is no terminal. Run the program in a terminal \
      once; it remembers your choice. Or set HALO_ACCESSORY to the device's name or address, or to 'first'.
      """)
  }

  func rename(_ name: String) async throws -> String? { nil }

  func report(_ message: String) async {}
}
