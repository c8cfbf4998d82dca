import Foundation
import HaloHealth
import HaloInterchange
import HealthKit

/// The types of Health that Halo writes, each with its unit. No other place names either, so that permission is asked
/// for exactly what is written.
enum HealthType: CaseIterable {
  case heartRate
  case restingHeartRate
  case heartRateVariability
  case oxygenSaturation
  case steps
  case walkingDistance
  case cyclingDistance
  case sleep
  case workout

  /// HealthKit's type and unit of a quantity; `nil` for sleep and workouts.
  private var quantity: (type: HKQuantityTypeIdentifier, unit: HKUnit)? {
    switch self {
    case .heartRate: (.heartRate, .count().unitDivided(by: .minute()))
    case .restingHeartRate: (.restingHeartRate, .count().unitDivided(by: .minute()))
    case .heartRateVariability: (.heartRateVariabilitySDNN, .secondUnit(with: .milli))
    case .oxygenSaturation: (.oxygenSaturation, .percent())
    case .steps: (.stepCount, .count())
    case .walkingDistance: (.distanceWalkingRunning, .meter())
    case .cyclingDistance: (.distanceCycling, .meter())
    case .sleep, .workout: nil
    }
  }

  /// HealthKit's type.
  var sampleType: HKSampleType {
    if let quantity { return HKQuantityType(quantity.type) }
    return self == .sleep ? HKCategoryType(.sleepAnalysis) : HKObjectType.workoutType()
  }

  /// Makes a sample; `nil` for a workout, which the store builds, and if the times are reversed: HealthKit raises an
  /// exception for a sample that ends before it begins.
  ///
  /// - Parameter value: In this type's unit; for sleep, the raw value of a stage.
  func sample(
    _ value: Double, from start: Date, to end: Date, device: HKDevice?, metadata: [String: Any]
  ) -> HKSample? {
    guard start <= end, self != .workout else { return nil }
    if let quantity {
      return HKQuantitySample(
        type: HKQuantityType(quantity.type), quantity: HKQuantity(unit: quantity.unit, doubleValue: value),
        start: start, end: end, device: device, metadata: metadata)
    }
    return HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: Int(value), start: start, end: end, device: device,
      metadata: metadata)
  }
}

extension HealthRecord.Kind {
  /// The type in Health, and the value in its unit.
  var entry: (type: HealthType, value: Double) {
    func sleep(_ stage: HKCategoryValueSleepAnalysis) -> (HealthType, Double) { (.sleep, Double(stage.rawValue)) }
    switch self {
    case .heartRate(let rate): return (.heartRate, rate)
    case .restingHeartRate(let rate): return (.restingHeartRate, rate)
    case .heartRateVariability(let milliseconds): return (.heartRateVariability, milliseconds)
    case .oxygenSaturation(let fraction): return (.oxygenSaturation, fraction)
    case .steps(let steps): return (.steps, Double(steps))
    case .sleep(.awake): return sleep(.awake)
    case .sleep(.rem): return sleep(.asleepREM)
    case .sleep(.light): return sleep(.asleepCore)
    case .sleep(.deep): return sleep(.asleepDeep)
    case .asleep: return sleep(.asleepUnspecified)
    case .inBed: return sleep(.inBed)
    }
  }
}
