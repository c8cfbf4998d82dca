extension FitnessMachine {
  /// The service data in a machine's advertisement (FTMS 1.0, 3.1).
  ///
  /// ```
  /// ← 01 | 01 00        available · a treadmill
  ///   flags  kinds, one bit each, in the order of ``MachineKind/machines``
  /// ```
  ///
  /// Machines with swapped bytes, and with one byte of kinds, were observed; both are accepted.
  public struct MachineAdvertisement: Hashable, Sendable {
    /// True if the machine is available: not used by another app, and not asleep.
    public let isAvailable: Bool
    /// The kinds of machine; rarely more than one, and empty if only unknown bits are set.
    public let machines: [MachineKind]

    /// Decodes the data; `nil` if flags or kinds are missing.
    public init?(serviceData bytes: [UInt8]) {
      guard bytes.count >= 2 else { return nil }
      let known = UInt8(1 << MachineKind.machines.count - 1)
      let kinds: UInt8 = bytes[1...].prefix(2).map { $0 & known }.first { $0 != 0 } ?? 0
      isAvailable = bytes[0].has(bit: 0)
      machines = MachineKind.machines.enumerated().filter { kinds.has(bit: $0.offset) }.map(\.element)
    }

    /// Encodes the data of a machine.
    package static func serviceData(_ machine: MachineKind, isAvailable: Bool = true) -> [UInt8] {
      [isAvailable ? 1 : 0, UInt8(1 << (MachineKind.machines.firstIndex(of: machine) ?? 0)), 0]
    }
  }
}
