/// A value of one of the measuring characteristics, in Halo's units.
struct HealthMeasurement {
  /// The values; `nil` if the device sends none, or one that it marks as not a number.
  var values: [(metric: Metric, value: Double?)] = []
  /// The time on the device's clock; `nil` if it sends none, or does not know it.
  var time: WallClock?
  /// The user's number; 255 if unknown.
  var user: Int?
  /// The user's number, if the device knows it.
  var knownUser: Int? { user == DeviceTraits.severalUsers ? nil : user }
  /// Why the values are not certain.
  var problem: LeftOut?
  /// True if the device measures continuously.
  var isContinuous = false
  /// True if another value belongs to the same measurement.
  var hasSeveralParts = false

  /// Decodes a value; `nil` if it is of another characteristic, or too short.
  init?(_ bytes: [UInt8], of characteristic: BluetoothUUID) {
    switch characteristic {
    case HealthDevices.GATT.weight:
      guard let message = WeightMeasurement(value: bytes) else { return nil }
      let factor = message.isImperial ? Self.pound : 1
      values = [
        (.weight, message.weight.map { $0.doubleValue * factor }),
        (.bodyMassIndex, message.rawBMI.map { Double($0) / 10 }),
      ]
      time = message.time?.wallClock
      user = message.user
      problem = !message.isStandard ? .unreadable : message.weight == nil ? .failed : nil
    case HealthDevices.GATT.bodyComposition:
      guard let message = BodyComposition(value: bytes) else { return nil }
      values = [(.bodyFat, message.fat?.doubleValue)]
      for field in BodyComposition.Field.allCases {
        guard let metric = field.metric, let number = message.number(field)?.doubleValue else { continue }
        let factor = metric.unit == .kilograms && message.isImperial ? Self.pound : 1
        // 1 kcal is 4.184 kJ.
        values.append((metric, metric == .basalMetabolism ? number / 4.184 : number * factor))
      }
      time = message.time?.wallClock
      user = message.user
      hasSeveralParts = message.hasSeveralParts
      // A share above 100 % is a date or something else of a format of the scale's own.
      let isReadable = message.isStandard && message.fat.map { $0.doubleValue <= 100 } ?? true
      problem = !isReadable ? .unreadable : message.fat == nil ? .failed : nil
    case HealthDevices.GATT.bloodPressure:
      guard let message = BloodPressure(.bloodPressure, value: bytes) else { return nil }
      func pressure(_ value: SFloat) -> Double? {
        Self.number(value).map { $0 * (message.isKilopascal ? 7.500_617 : 1) }
      }
      let status = message.status ?? 0
      values = [
        (.systolicPressure, pressure(message.systolic)), (.diastolicPressure, pressure(message.diastolic)),
        (.bloodPressure, pressure(message.mean)),
        // A pulse outside of the cuff's range is not measured.
        (.heartRate, status >> 3 & 3 == 0 ? Self.number(message.pulse) : nil),
      ]
      time = message.time?.wallClock
      user = message.user
      let problems: [(bit: Int, reason: LeftOut)] = [(0, .moved), (1, .looseCuff), (5, .position)]
      problem =
        problems.first { status >> $0.bit & 1 != 0 }?.reason
        ?? (values[0].value == nil || values[1].value == nil ? .failed : nil)
    case HealthDevices.GATT.temperature:
      guard let message = TemperatureMeasurement(.temperature, value: bytes) else { return nil }
      let degrees = message.temperature.decimal?.doubleValue
      values = [(.bodyTemperature, degrees.map { message.isFahrenheit ? ($0 - 32) / 1.8 : $0 })]
      time = message.time?.wallClock
      problem = degrees == nil ? .failed : nil
    case HealthDevices.GATT.spotCheck:
      guard let message = OximeterSpotCheck(value: bytes) else { return nil }
      take((message.oxygen, message.pulse, message.amplitude), message.measurementStatus, message.sensorStatus)
      time = message.isClockUnset ? nil : message.time?.wallClock
    case HealthDevices.GATT.oximeter:
      guard let message = OximeterContinuous(value: bytes) else { return nil }
      // The fast and the slow pair are the same measurement, averaged over less or more time.
      let normal = message.normal
      take((normal.oxygen, normal.pulse, message.amplitude), message.measurementStatus, message.sensorStatus)
      isContinuous = true
    default: return nil
    }
  }

  private static let pound = 0.453_592_37

  /// What an oximeter measured. Not certain are an early estimate, a demonstration, a test, a calibration, unavailable,
  /// questionable and invalid data, and everything about the sensor but a running update or analysis and a low perfusion. An SpO₂
  /// of 0 is no measurement.
  private mutating func take(
    _ numbers: (oxygen: SFloat, pulse: SFloat, amplitude: SFloat?), _ measurement: Int?, _ sensor: Int?
  ) {
    let oxygen = Self.number(numbers.oxygen)
    values = [
      (.oxygenSaturation, oxygen), (.heartRate, Self.number(numbers.pulse)),
      (.pulseAmplitude, Self.number(numbers.amplitude)),
    ]
    problem =
      (measurement ?? 0) & 0xFC40 != 0
      ? .uncertain : (sensor ?? 0) & 0xFDDE != 0 ? .sensor : oxygen ?? 0 > 0 ? nil : .failed
  }

  private static func number(_ value: SFloat?) -> Double? { value?.decimal?.doubleValue }
}

extension BodyComposition.Field {
  /// The metric of the field; `nil` for what the user entered.
  var metric: Metric? {
    switch self {
    case .basalMetabolism: .basalMetabolism
    case .musclePercentage: .musclePercentage
    case .muscleMass: .muscleMass
    case .fatFreeMass: .fatFreeMass
    case .softLeanMass: .softLeanMass
    case .waterMass: .bodyWater
    case .impedance: .impedance
    case .weight: .weight
    case .height: nil
    }
  }
}
