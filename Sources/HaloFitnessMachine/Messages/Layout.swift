import HaloWearables

extension FitnessMachine {
  /// Which fields a value has, by its flags and its length: most machines keep to the table, some do not.
  struct Layout {
    /// The bit of a cross trainer's flags that says that it is moved backward.
    static let backward = 1 << 15

    let fields: [DataField]
    /// How many of them the flags promise. Those behind are vendors' own.
    let requiredCount: Int

    init(_ machine: MachineKind, flags: Int, count: Int) {
      let flags = Self.mended(machine, flags: flags, count: count)
      let groups = DataTable.of(machine).groups.filter { ($0.bit == 0) != (flags >> $0.bit & 1 == 1) }
      var fields = groups.flatMap(\.fields)
      requiredCount = groups.filter { !$0.isVendors }.flatMap(\.fields).count
      // The specification of 2017 has a pace of one byte, the newer supplement one of two; with resistance levels it is the other way
      // round. The length tells. What has 20 bytes is more likely to have been cut there than to have the rarer form.
      let narrow = fields.map { Self.narrow($0, machine) }
      let isNarrow = count == machine.flagsWidth + narrow.reduce(0) { $0 + $1.number.width }
      if narrow != fields, isNarrow, machine == .treadmill || count != 20 { fields = narrow }
      self.fields = fields
    }

    /// Life Fitness bikes send the cadence though its flag is clear; these pairs of flags and length have been seen.
    private static func mended(_ machine: MachineKind, flags: Int, count: Int) -> Int {
      let seen = [0x0BFA: 27, 0x09FA: 26, 0x19FA: 28, 0x1BFA: 29]
      return machine == .indoorBike && seen[flags] == count ? flags | 1 << 2 : flags
    }

    /// The field with one byte, of those that have one or two: a pace in 0.1 km/min, a resistance level in tens.
    private static func narrow(_ field: DataField, _ machine: MachineKind) -> DataField {
      switch field.quantity {
      case .resistance: .unsigned(.resistance, 1, factor: 10)
      case .secondsPer500m where machine == .treadmill: .unsigned(.kilometersPerMinute, 1, places: 1)
      case .averageSecondsPer500m where machine == .treadmill: .unsigned(.averageKilometersPerMinute, 1, places: 1)
      default: field
      }
    }
  }
}
