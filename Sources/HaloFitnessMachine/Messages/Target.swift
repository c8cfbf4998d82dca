extension FitnessMachine {
  /// A target that can be set on a machine. The raw value is its bit among the target settings of the features; control
  /// point and status use the same order.
  public enum Target: Int, Sendable, CaseIterable {
    case speed
    case inclination
    /// Resistance level.
    case resistance
    case power
    case heartRate
    /// Energy to be spent.
    case energy
    /// Number of steps.
    case steps
    /// Number of strides.
    case strides
    case distance
    case trainingTime
    /// Time in each of two heart-rate zones.
    case timeIn2HeartRateZones
    /// Time in each of three heart-rate zones.
    case timeIn3HeartRateZones
    /// Time in each of five heart-rate zones.
    case timeIn5HeartRateZones
    /// Wind, grade and resistance of a simulated ride.
    case indoorBikeSimulation
    case wheelCircumference
    /// Spin-down calibration.
    case spinDown
    case cadence

    /// The target in the vocabulary.
    public var name: String { word.description }

    /// The operation that sets it at the control point: 02…06 and 09…14.
    var operation: UInt8 { UInt8(rawValue < 5 ? rawValue + 2 : rawValue + 4) }

    /// The code in the status that reports the change: 05…15.
    var event: UInt8 { UInt8(rawValue + 5) }

    init?(operation: UInt8) {
      guard let target = Self.allCases.first(where: { $0.operation == operation }) else { return nil }
      self = target
    }

    init?(event: UInt8) { self.init(rawValue: Int(event) - 5) }

    /// A parameter of the target.
    struct Parameter: Sendable {
      let word: StaticString
      let number: NumberField
    }

    /// The target's parameters, in the order of their bytes.
    var parameters: [Parameter] {
      switch self {
      case .speed: [Parameter(word: "speed", number: .unsigned(2, places: 2))]
      case .inclination: [Parameter(word: "inclinationPercent", number: .signed(places: 1))]
      case .resistance: [Parameter(word: "resistance", number: .unsigned(1, places: 1))]
      case .power: [Parameter(word: "watts", number: .signed())]
      case .heartRate: [Parameter(word: "bpm", number: .unsigned(1))]
      case .energy: [Parameter(word: "kilocalories", number: .unsigned(2))]
      case .steps: [Parameter(word: "steps", number: .unsigned(2))]
      case .strides: [Parameter(word: "strides", number: .unsigned(2))]
      case .distance: [Parameter(word: "meters", number: .unsigned(3))]
      case .trainingTime: [Parameter(word: "seconds", number: .unsigned(2))]
      case .timeIn2HeartRateZones: Self.seconds("fatBurnSeconds", "fitnessSeconds")
      case .timeIn3HeartRateZones: Self.seconds("lightSeconds", "moderateSeconds", "hardSeconds")
      case .timeIn5HeartRateZones:
        Self.seconds("veryLightSeconds", "lightSeconds", "moderateSeconds", "hardSeconds", "maximumSeconds")
      case .indoorBikeSimulation:
        [
          Parameter(word: "windMetersPerSecond", number: .signed(places: 3)),
          Parameter(word: "gradePercent", number: .signed(places: 2)),
          Parameter(word: "rollingResistance", number: .unsigned(1, places: 4)),
          Parameter(word: "windResistance", number: .unsigned(1, places: 2)),
        ]
      case .wheelCircumference: [Parameter(word: "millimeters", number: .unsigned(2, places: 1))]
      case .spinDown: [Parameter(word: "step", number: .unsigned(1))]
      case .cadence: [Parameter(word: "cadence", number: .unsigned(2, factor: 5, places: 1))]
      }
    }

    private static func seconds(_ words: StaticString...) -> [Parameter] {
      words.map { Parameter(word: $0, number: .unsigned(2)) }
    }

    /// The target's name in the vocabulary.
    var word: StaticString { words.target }
    /// The name of the request that sets it.
    var requestWord: StaticString { words.request }
    /// The name of the event that reports the change.
    var eventWord: StaticString { words.event }

    private var words: (target: StaticString, request: StaticString, event: StaticString) {
      switch self {
      case .speed: ("speed", "setTargetSpeed", "targetSpeedChanged")
      case .inclination: ("inclination", "setTargetInclination", "targetInclinationChanged")
      case .resistance: ("resistance", "setTargetResistance", "targetResistanceChanged")
      case .power: ("power", "setTargetPower", "targetPowerChanged")
      case .heartRate: ("heartRate", "setTargetHeartRate", "targetHeartRateChanged")
      case .energy: ("expendedEnergy", "setTargetEnergy", "targetEnergyChanged")
      case .steps: ("stepNumber", "setTargetSteps", "targetStepsChanged")
      case .strides: ("strideNumber", "setTargetStrides", "targetStridesChanged")
      case .distance: ("distance", "setTargetDistance", "targetDistanceChanged")
      case .trainingTime: ("trainingTime", "setTargetTrainingTime", "targetTrainingTimeChanged")
      case .timeIn2HeartRateZones: ("timeIn2HeartRateZones", "setTimeIn2HeartRateZones", "timeIn2HeartRateZonesChanged")
      case .timeIn3HeartRateZones: ("timeIn3HeartRateZones", "setTimeIn3HeartRateZones", "timeIn3HeartRateZonesChanged")
      case .timeIn5HeartRateZones: ("timeIn5HeartRateZones", "setTimeIn5HeartRateZones", "timeIn5HeartRateZonesChanged")
      case .indoorBikeSimulation: ("indoorBikeSimulation", "setIndoorBikeSimulation", "indoorBikeSimulationChanged")
      case .wheelCircumference: ("wheelCircumference", "setWheelCircumference", "wheelCircumferenceChanged")
      case .spinDown: ("spinDown", "spinDown", "spinDownStatus")
      case .cadence: ("cadence", "setTargetCadence", "targetCadenceChanged")
      }
    }
  }
}
