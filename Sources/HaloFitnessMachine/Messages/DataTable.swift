extension FitnessMachine {
  /// The fields of a machine's data for each flag, in the order of the flags.
  ///
  /// Bit 0 is inverted ("more data"): its fields are present if it is 0.
  enum DataTable {
    /// The fields of one flag.
    struct Group: Sendable {
      let bit: Int
      let fields: [DataField]
      /// True if the specification reserves the flag, but vendors use it.
      let isVendors: Bool
    }

    /// Returns the groups of these flags, from bit 0 on. The fields that all machines have follow `first`, and `last` and
    /// `vendors` follow these.
    private static func groups(
      _ first: [[DataField]], last: [[DataField]] = [], vendors: [[DataField]] = []
    ) -> [Group] {
      let specified = first + common + last
      return (specified + vendors).enumerated().map { bit, fields in
        Group(bit: bit, fields: fields, isVendors: bit >= specified.count)
      }
    }

    static func of(_ machine: MachineKind) -> [Group] {
      switch machine {
      case .treadmill: treadmill
      case .crossTrainer: crossTrainer
      case .stepClimber: stepClimber
      case .stairClimber: stairClimber
      case .rower: rower
      case .indoorBike: indoorBike
      // Its data is a ``CyclingPower``.
      case .powerMeter: []
      }
    }

    /// Treadmill Data, 0x2ACD.
    ///
    /// ```
    /// 84 04 64 00 14 00 00 02 00 FF FF FF 3F 00
    /// flags  speed  meters  kcal  /h    /min  s
    /// ```
    ///
    /// Bit 13 is reserved; belts that set it add a step count of three bytes (two and a zero, or all three).
    private static let treadmill = groups(
      [
        [.unsigned(.speed, 2, places: 2)],
        [.unsigned(.averageSpeed, 2, places: 2)],
        [.unsigned(.meters, 3)],
        [.signed(.inclinationPercent, places: 1), .signed(.rampDegrees, places: 1)],
        // Life Fitness sends 0x7FFF for "no descent", as if the field were signed.
        [.unsigned(.ascentMeters, 2, places: 1), .unsigned(.descentMeters, 2, places: 1, alsoAbsent: 0x7FFF)],
        [.unsigned(.secondsPer500m, 2)],
        [.unsigned(.averageSecondsPer500m, 2)],
      ], last: [[.signed(.beltForceNewtons), .signed(.watts)]], vendors: [[.unsigned(.steps, 3)]])

    /// Cross Trainer Data, 0x2ACE, with flags of three bytes. Bit 15 has no field: it marks backward movement.
    private static let crossTrainer = groups([
      [.unsigned(.speed, 2, places: 2)],
      [.unsigned(.averageSpeed, 2, places: 2)],
      [.unsigned(.meters, 3)],
      [.unsigned(.stepsPerMinute, 2), .unsigned(.averageStepsPerMinute, 2)],
      [.unsigned(.strides, 2, places: 1)],
      [.unsigned(.ascentMeters, 2), .unsigned(.descentMeters, 2)],
      [.signed(.inclinationPercent, places: 1), .signed(.rampDegrees, places: 1)],
      [.signed(.resistance, places: 1)],
      [.signed(.watts)],
      [.signed(.averageWatts)],
    ])

    /// Step Climber Data, 0x2ACF.
    private static let stepClimber = groups([
      [.unsigned(.floors, 2), .unsigned(.steps, 2)],
      [.unsigned(.stepsPerMinute, 2)],
      [.unsigned(.averageStepsPerMinute, 2)],
      [.unsigned(.ascentMeters, 2)],
    ])

    /// Stair Climber Data, 0x2AD0.
    private static let stairClimber = groups([
      [.unsigned(.floors, 2)],
      [.unsigned(.stepsPerMinute, 2)],
      [.unsigned(.averageStepsPerMinute, 2)],
      [.unsigned(.ascentMeters, 2)],
      [.unsigned(.strides, 2)],
    ])

    /// Rower Data, 0x2AD1.
    private static let rower = groups([
      [.unsigned(.strokeRate, 1, factor: 5, places: 1), .unsigned(.strokes, 2)],
      [.unsigned(.averageStrokeRate, 1, factor: 5, places: 1)],
      [.unsigned(.meters, 3)],
      [.unsigned(.secondsPer500m, 2)],
      [.unsigned(.averageSecondsPer500m, 2)],
      [.signed(.watts)],
      [.signed(.averageWatts)],
      [.signed(.resistance)],
    ])

    /// Indoor Bike Data, 0x2AD2. The XML of 2017 swaps the names of bits 1 and 2; packets of a Schwinn bike prove this
    /// order.
    private static let indoorBike = groups([
      [.unsigned(.speed, 2, places: 2)],
      [.unsigned(.averageSpeed, 2, places: 2)],
      [.unsigned(.cadence, 2, factor: 5, places: 1)],
      [.unsigned(.averageCadence, 2, factor: 5, places: 1)],
      [.unsigned(.meters, 3)],
      [.signed(.resistance)],
      [.signed(.watts)],
      [.signed(.averageWatts)],
    ])

    private static let common: [[DataField]] = [
      [.unsigned(.kilocalories, 2), .unsigned(.kilocaloriesPerHour, 2), .unsigned(.kilocaloriesPerMinute, 1)],
      // A heart rate of 0 means "not available".
      [.unsigned(.bpm, 1, alsoAbsent: 0)],
      [.unsigned(.metabolicEquivalent, 1, places: 1)],
      [.unsigned(.elapsedSeconds, 2)],
      [.unsigned(.remainingSeconds, 2)],
    ]
  }
}
