extension FitnessMachine {
  /// The fields of a machine's data for each flag, in the order of the flags.
  ///
  /// Bit 0 is inverted ("more data"): its fields are present if it is 0.
  struct DataTable: Sendable {
    /// The fields of one flag.
    struct Group: Sendable {
      let bit: Int
      let fields: [DataField]
      /// True if the specification reserves the flag, but vendors use it.
      var isVendors = false
    }

    let groups: [Group]

    private init(_ groups: [(Int, [DataField])], vendors: [(Int, [DataField])] = []) {
      self.groups =
        groups.map { Group(bit: $0.0, fields: $0.1) }
        + vendors.map { Group(bit: $0.0, fields: $0.1, isVendors: true) }
    }

    static func of(_ machine: MachineKind) -> DataTable {
      switch machine {
      case .treadmill: treadmill
      case .crossTrainer: crossTrainer
      case .stepClimber: stepClimber
      case .stairClimber: stairClimber
      case .rower: rower
      case .indoorBike: indoorBike
      // Its data is a ``CyclingPower``.
      case .powerMeter: DataTable([])
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
    private static let treadmill = DataTable(
      [
        (0, [.unsigned(.speed, 2, places: 2)]),
        (1, [.unsigned(.averageSpeed, 2, places: 2)]),
        (2, [.unsigned(.meters, 3)]),
        (3, [.signed(.inclinationPercent, places: 1), .signed(.rampDegrees, places: 1)]),
        // Life Fitness sends 0x7FFF for "no descent", as if the field were signed.
        (4, [.unsigned(.ascentMeters, 2, places: 1), .unsigned(.descentMeters, 2, places: 1, alsoAbsent: 0x7FFF)]),
        (5, [.unsigned(.secondsPer500m, 2)]),
        (6, [.unsigned(.averageSecondsPer500m, 2)]),
        (7, energy),
        (8, heartRate),
        (9, metabolicEquivalent),
        (10, elapsed),
        (11, remaining),
        (12, [.signed(.beltForceNewtons), .signed(.watts)]),
      ], vendors: [(13, [.unsigned(.steps, 3)])])

    /// Cross Trainer Data, 0x2ACE, with flags of three bytes. Bit 15 has no field: it marks backward movement.
    private static let crossTrainer = DataTable([
      (0, [.unsigned(.speed, 2, places: 2)]),
      (1, [.unsigned(.averageSpeed, 2, places: 2)]),
      (2, [.unsigned(.meters, 3)]),
      (3, [.unsigned(.stepsPerMinute, 2), .unsigned(.averageStepsPerMinute, 2)]),
      (4, [.unsigned(.strides, 2, places: 1)]),
      (5, [.unsigned(.ascentMeters, 2), .unsigned(.descentMeters, 2)]),
      (6, [.signed(.inclinationPercent, places: 1), .signed(.rampDegrees, places: 1)]),
      (7, [.signed(.resistance, places: 1)]),
      (8, [.signed(.watts)]),
      (9, [.signed(.averageWatts)]),
      (10, energy),
      (11, heartRate),
      (12, metabolicEquivalent),
      (13, elapsed),
      (14, remaining),
    ])

    /// Step Climber Data, 0x2ACF.
    private static let stepClimber = DataTable([
      (0, [.unsigned(.floors, 2), .unsigned(.steps, 2)]),
      (1, [.unsigned(.stepsPerMinute, 2)]),
      (2, [.unsigned(.averageStepsPerMinute, 2)]),
      (3, [.unsigned(.ascentMeters, 2)]),
      (4, energy),
      (5, heartRate),
      (6, metabolicEquivalent),
      (7, elapsed),
      (8, remaining),
    ])

    /// Stair Climber Data, 0x2AD0.
    private static let stairClimber = DataTable([
      (0, [.unsigned(.floors, 2)]),
      (1, [.unsigned(.stepsPerMinute, 2)]),
      (2, [.unsigned(.averageStepsPerMinute, 2)]),
      (3, [.unsigned(.ascentMeters, 2)]),
      (4, [.unsigned(.strides, 2)]),
      (5, energy),
      (6, heartRate),
      (7, metabolicEquivalent),
      (8, elapsed),
      (9, remaining),
    ])

    /// Rower Data, 0x2AD1.
    private static let rower = DataTable([
      (0, [.unsigned(.strokeRate, 1, factor: 5, places: 1), .unsigned(.strokes, 2)]),
      (1, [.unsigned(.averageStrokeRate, 1, factor: 5, places: 1)]),
      (2, [.unsigned(.meters, 3)]),
      (3, [.unsigned(.secondsPer500m, 2)]),
      (4, [.unsigned(.averageSecondsPer500m, 2)]),
      (5, [.signed(.watts)]),
      (6, [.signed(.averageWatts)]),
      (7, [.signed(.resistance)]),
      (8, energy),
      (9, heartRate),
      (10, metabolicEquivalent),
      (11, elapsed),
      (12, remaining),
    ])

    /// Indoor Bike Data, 0x2AD2. The XML of 2017 swaps the names of bits 1 and 2; packets of a Schwinn bike prove this
    /// order.
    private static let indoorBike = DataTable([
      (0, [.unsigned(.speed, 2, places: 2)]),
      (1, [.unsigned(.averageSpeed, 2, places: 2)]),
      (2, [.unsigned(.cadence, 2, factor: 5, places: 1)]),
      (3, [.unsigned(.averageCadence, 2, factor: 5, places: 1)]),
      (4, [.unsigned(.meters, 3)]),
      (5, [.signed(.resistance)]),
      (6, [.signed(.watts)]),
      (7, [.signed(.averageWatts)]),
      (8, energy),
      (9, heartRate),
      (10, metabolicEquivalent),
      (11, elapsed),
      (12, remaining),
    ])

    private static let energy: [DataField] = [
      .unsigned(.kilocalories, 2), .unsigned(.kilocaloriesPerHour, 2), .unsigned(.kilocaloriesPerMinute, 1),
    ]
    /// A heart rate of 0 means "not available".
    private static let heartRate: [DataField] = [.unsigned(.bpm, 1, alsoAbsent: 0)]
    private static let metabolicEquivalent: [DataField] = [.unsigned(.metabolicEquivalent, 1, places: 1)]
    private static let elapsed: [DataField] = [.unsigned(.elapsedSeconds, 2)]
    private static let remaining: [DataField] = [.unsigned(.remainingSeconds, 2)]
  }
}
