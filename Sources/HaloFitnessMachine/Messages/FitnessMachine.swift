package import HaloWearables

/// The Fitness Machine Service (FTMS, 0x1826): treadmills, bikes, rowers, cross trainers, steppers and stairs.
///
/// This type converts between bytes and values. All conversions are pure and total. `docs/fitness-machine.md` lists the
/// machines that deviate from the specification.
public enum FitnessMachine {
  /// The decoders of its characteristics.
  package static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
    GATT.feature: CharacteristicMessages.reader(Features.self),
    GATT.treadmillData: MachineData.reader(.treadmill),
    GATT.crossTrainerData: MachineData.reader(.crossTrainer),
    GATT.stepClimberData: MachineData.reader(.stepClimber),
    GATT.stairClimberData: MachineData.reader(.stairClimber),
    GATT.rowerData: MachineData.reader(.rower),
    GATT.indoorBikeData: MachineData.reader(.indoorBike),
    GATT.trainingStatus: CharacteristicMessages.reader(TrainingStatus.self),
    GATT.speedRange: SupportedRange.reader(.speed),
    GATT.inclinationRange: SupportedRange.reader(.inclination),
    GATT.resistanceRange: SupportedRange.reader(.resistance),
    GATT.heartRateRange: SupportedRange.reader(.heartRate),
    GATT.powerRange: SupportedRange.reader(.power),
    GATT.controlPoint: CharacteristicMessages.reader(ControlPoint.self),
    GATT.status: CharacteristicMessages.reader(MachineStatus.self),
  ]

  /// The service and its characteristics (Assigned Numbers, 3.4 and 3.8).
  package enum GATT {
    package static let service: BluetoothUUID = 0x1826
    package static let feature: BluetoothUUID = 0x2ACC
    package static let treadmillData: BluetoothUUID = 0x2ACD
    package static let crossTrainerData: BluetoothUUID = 0x2ACE
    package static let stepClimberData: BluetoothUUID = 0x2ACF
    package static let stairClimberData: BluetoothUUID = 0x2AD0
    package static let rowerData: BluetoothUUID = 0x2AD1
    package static let indoorBikeData: BluetoothUUID = 0x2AD2
    package static let trainingStatus: BluetoothUUID = 0x2AD3
    package static let speedRange: BluetoothUUID = 0x2AD4
    package static let inclinationRange: BluetoothUUID = 0x2AD5
    package static let resistanceRange: BluetoothUUID = 0x2AD6
    package static let heartRateRange: BluetoothUUID = 0x2AD7
    package static let powerRange: BluetoothUUID = 0x2AD8
    package static let controlPoint: BluetoothUUID = 0x2AD9
    package static let status: BluetoothUUID = 0x2ADA
    package static let cyclingPower: BluetoothUUID = 0x1818
    package static let cyclingPowerMeasurement: BluetoothUUID = 0x2A63

    /// Returns the service with the data of a kind of machine.
    package static func service(of machine: MachineKind) -> BluetoothUUID {
      machine == .powerMeter ? cyclingPower : service
    }

    /// Returns the data characteristic of a kind of machine.
    package static func data(of machine: MachineKind) -> BluetoothUUID {
      switch machine {
      case .treadmill: treadmillData
      case .crossTrainer: crossTrainerData
      case .stepClimber: stepClimberData
      case .stairClimber: stairClimberData
      case .rower: rowerData
      case .indoorBike: indoorBikeData
      case .powerMeter: cyclingPowerMeasurement
      }
    }
  }
}
