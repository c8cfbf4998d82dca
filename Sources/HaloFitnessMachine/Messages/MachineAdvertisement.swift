public import HaloWearables

extension FitnessMachine {
  /// What a machine says of itself before anyone connects: the data of its service in advertisements (FTMS 1.0, 3.1).
  ///
  /// ```
  /// ← 01 | 01 00        can be used · a treadmill
  ///   flags  kinds, a bit each, in the order of ``MachineKind``
  /// ```
  ///
  /// Machines with swapped bytes, and with one byte of kinds, were seen; both are read.
  public struct MachineAdvertisement: Hashable, Sendable {
    /// Whether it can be used now: a machine that another app has, or that sleeps, is not available.
    public let isAvailable: Bool
    /// Which kinds of machine it says that it is; hardly ever more than one, and none where it names what nobody knows.
    public let machines: [MachineKind]

    /// Reads the data; `nil` where flags or kinds are missing.
    public init?(serviceData bytes: [UInt8]) {
      guard bytes.count >= 2 else { return nil }
      let known = UInt8(1 << MachineKind.allCases.count - 1)
      let kinds: UInt8 = bytes[1...].prefix(2).map { $0 & known }.first { $0 != 0 } ?? 0
      isAvailable = bytes[0].has(bit: 0)
      machines = MachineKind.allCases.enumerated().filter { kinds.has(bit: $0.offset) }.map(\.element)
    }

    /// The data of a machine.
    package static func serviceData(_ machine: MachineKind, isAvailable: Bool = true) -> [UInt8] {
      [isAvailable ? 1 : 0, UInt8(1 << (MachineKind.allCases.firstIndex(of: machine) ?? 0)), 0]
    }
  }
}
