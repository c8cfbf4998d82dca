#if !canImport(Darwin)
  import Foundation

  /// Nobody: this program has no terminal.
  struct AbsentChooser: AccessoryChooser {
    func choose(of kinds: [String], from found: AsyncStream<[AccessoryCandidate]>) async throws -> UUID? {
      throw ASError.error(
        .pickerRestricted,
        """
        Nobody can choose \(kinds.joined(separator: " or ")): there is no terminal. Start the program in one once; it remembers what \
        was chosen. Or set HALO_ACCESSORY to the device's name or address, or to 'first'.
        """)
    }

    func rename(_ name: String) async throws -> String? { nil }

    func tell(_ words: String) async {}
  }
#endif
