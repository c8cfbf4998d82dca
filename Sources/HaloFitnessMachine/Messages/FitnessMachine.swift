/// The Fitness Machine Service (FTMS, 0x1826): treadmills, bikes, rowers, cross trainers, steppers and stairs.
///
/// This type converts between bytes and values. All conversions are pure and total. `docs/fitness-machine.md` lists the
/// machines that deviate from the specification.
public enum FitnessMachine {
  /// The decoders of its characteristics.
  package static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = {
    var readers = [
      GATT.feature: CharacteristicMessages.reader(Features.self),
      GATT.trainingStatus: CharacteristicMessages.reader(TrainingStatus.self),
      GATT.controlPoint: CharacteristicMessages.reader(ControlPoint.self),
      GATT.status: CharacteristicMessages.reader(MachineStatus.self),
    ]
    for machine in MachineKind.machines {
      readers[GATT.data(of: machine)] = CharacteristicMessages.reader { MachineData(machine, value: $0) }
    }
    for (target, uuid) in GATT.ranges {
      readers[uuid] = CharacteristicMessages.reader { SupportedRange(target, value: $0) }
    }
    return readers
  }()

  /// The service and its characteristics (Assigned Numbers, 3.4 and 3.8).
  package enum GATT {
    package static let service: BluetoothUUID = 0x1826
    package static let feature: BluetoothUUID = 0x2ACC
    package static let treadmillData: BluetoothUUID = 0x2ACD
    package static let trainingStatus: BluetoothUUID = 0x2AD3
    package static let speedRange: BluetoothUUID = 0x2AD4
    package static let inclinationRange: BluetoothUUID = 0x2AD5
    package static let resistanceRange: BluetoothUUID = 0x2AD6
    package static let heartRateRange: BluetoothUUID = 0x2AD7
    package static let powerRange: BluetoothUUID = 0x2AD8
    /// The ranges of targets, in the order in which they are read.
    static let ranges: [(target: Target, uuid: BluetoothUUID)] = [
      (.speed, speedRange), (.inclination, inclinationRange), (.resistance, resistanceRange),
      (.heartRate, heartRateRange), (.power, powerRange),
    ]
    package static let controlPoint: BluetoothUUID = 0x2AD9
    package static let status: BluetoothUUID = 0x2ADA
    package static let cyclingPower: BluetoothUUID = 0x1818

    /// Returns the service with the data of a kind of machine.
    package static func service(of machine: MachineKind) -> BluetoothUUID {
      machine == .powerMeter ? cyclingPower : service
    }

    /// Returns the data characteristic of a kind of machine.
    package static func data(of machine: MachineKind) -> BluetoothUUID {
      switch machine {
      case .treadmill: treadmillData
      case .crossTrainer: 0x2ACE
      case .stepClimber: 0x2ACF
      case .stairClimber: 0x2AD0
      case .rower: 0x2AD1
      case .indoorBike: 0x2AD2
      case .powerMeter: 0x2A63
      }
    }
  }
}
