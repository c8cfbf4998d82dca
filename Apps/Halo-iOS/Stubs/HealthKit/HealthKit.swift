public import Foundation
import Synchronization

// None of these classes is Sendable here: Apple's headers may say more, and code that does not depend on it compiles in both cases.
//
// Unlike the other stubs, this one works a little: it notes what it is asked for and given, for 'Checks/Health.swift'.

/// https://developer.apple.com/documentation/healthkit/hkhealthstore iOS 8.0
open class HKHealthStore {
  public init() {}
  private static let notes = Mutex<[String]>([])
  /// What all stores were asked for and given, one line each.
  public static var _notes: [String] { notes.withLock { $0 } }
  static func note(_ line: String) { notes.withLock { $0.append(line) } }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/ishealthdataavailable() iOS 8.0
extension HKHealthStore {
  public class func isHealthDataAvailable() -> Bool { true }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/requestauthorization(toshare:read:completion:) iOS 8.0
extension HKHealthStore {
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    for type in typesToShare ?? [] { Self.note("asked \(type.identifier)") }
    completion(true, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/authorizationstatus(for:) iOS 8.0
extension HKHealthStore {
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    // Of a type that was not asked for, too: what is written without a question must be seen.
    .sharingAuthorized
  }
}

/// https://developer.apple.com/documentation/healthkit/hkauthorizationstatus iOS 8.0
public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined, sharingDenied, sharingAuthorized
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/save(_:withcompletion:)-47iwb iOS 8.0
extension HKHealthStore {
  public func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    for object in objects { Self.note("wrote \(object.line)") }
    completion(true, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/deleteobjects(of:predicate:withcompletion:) iOS 9.0
extension HKHealthStore {
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) { completion(true, 0, nil) }
}

/// https://developer.apple.com/documentation/healthkit/hkobjecttype iOS 8.0
open class HKObjectType: Hashable {
  let identifier: String
  init(identifier: String) { self.identifier = identifier }
  public static func == (left: HKObjectType, right: HKObjectType) -> Bool { left.identifier == right.identifier }
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// https://developer.apple.com/documentation/healthkit/hkobjecttype/workouttype() iOS 8.0
extension HKObjectType {
  public class func workoutType() -> HKWorkoutType { HKWorkoutType(identifier: "workout") }
}

/// https://developer.apple.com/documentation/healthkit/hksampletype iOS 8.0
open class HKSampleType: HKObjectType {}

/// https://developer.apple.com/documentation/healthkit/hkworkouttype iOS 8.0
public final class HKWorkoutType: HKSampleType {}

/// https://developer.apple.com/documentation/healthkit/hkquantitytype/init(_:) iOS 15.0
public final class HKQuantityType: HKSampleType {
  public init(_ identifier: HKQuantityTypeIdentifier) { super.init(identifier: identifier.rawValue) }
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier iOS 8.0
public struct HKQuantityTypeIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/heartrate iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let heartRate = HKQuantityTypeIdentifier(rawValue: "heartRate")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/oxygensaturation iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let oxygenSaturation = HKQuantityTypeIdentifier(rawValue: "oxygenSaturation")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/stepcount iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let stepCount = HKQuantityTypeIdentifier(rawValue: "stepCount")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/restingheartrate iOS 11.0
extension HKQuantityTypeIdentifier {
  public static let restingHeartRate = HKQuantityTypeIdentifier(rawValue: "restingHeartRate")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/heartratevariabilitysdnn iOS 11.0
extension HKQuantityTypeIdentifier {
  public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(rawValue: "heartRateVariabilitySDNN")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/distancewalkingrunning iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let distanceWalkingRunning = HKQuantityTypeIdentifier(rawValue: "distanceWalkingRunning")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/distancecycling iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let distanceCycling = HKQuantityTypeIdentifier(rawValue: "distanceCycling")
}

/// https://developer.apple.com/documentation/healthkit/hkcategorytype/init(_:) iOS 15.0
public final class HKCategoryType: HKSampleType {
  public init(_ identifier: HKCategoryTypeIdentifier) { super.init(identifier: identifier.name) }
}

/// https://developer.apple.com/documentation/healthkit/hkcategorytypeidentifier/sleepanalysis iOS 8.0
public struct HKCategoryTypeIdentifier: Hashable, Sendable {
  let name: String
  public static let sleepAnalysis = HKCategoryTypeIdentifier(name: "sleepAnalysis")
}

/// https://developer.apple.com/documentation/healthkit/hkcategoryvaluesleepanalysis iOS 16.0
public enum HKCategoryValueSleepAnalysis: Int, Sendable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5
}

/// https://developer.apple.com/documentation/healthkit/hkunit iOS 8.0
open class HKUnit {
  let text: String
  required public init(_text text: String) { self.text = text }
}

/// https://developer.apple.com/documentation/healthkit/hkmetricprefix iOS 8.0
public enum HKMetricPrefix: Int, Sendable {
  case none = 0
  case milli = 4
}

/// https://developer.apple.com/documentation/healthkit/hkunit/count() iOS 8.0
extension HKUnit {
  public class func count() -> Self { Self(_text: "count") }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/minute() iOS 8.0
extension HKUnit {
  public class func minute() -> Self { Self(_text: "min") }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/percent() iOS 8.0
extension HKUnit {
  public class func percent() -> Self { Self(_text: "%") }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/meter() iOS 8.0
extension HKUnit {
  public class func meter() -> Self { Self(_text: "m") }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/secondunit(with:) iOS 8.0
extension HKUnit {
  public class func secondUnit(with prefix: HKMetricPrefix) -> Self { Self(_text: prefix == .milli ? "ms" : "s") }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/unitdivided(by:) iOS 8.0
extension HKUnit {
  public func unitDivided(by unit: HKUnit) -> HKUnit { HKUnit(_text: "\(text)/\(unit.text)") }
}

/// https://developer.apple.com/documentation/healthkit/hkquantity/init(unit:doublevalue:) iOS 8.0
open class HKQuantity {
  let text: String
  public init(unit: HKUnit, doubleValue value: Double) { text = "\(value) \(unit.text)" }
}

/// https://developer.apple.com/documentation/healthkit/hkobject iOS 8.0
open class HKObject {
  /// What it is, for the notes.
  let line: String
  init(_ type: String, _ value: String, _ start: Date, _ end: Date) {
    line = "\(type) \(value) \(start.timeIntervalSince1970)…\(end.timeIntervalSince1970)"
    // HealthKit raises an exception, which ends the app.
    if start > end { HKHealthStore.note("raised \(line): it ends before it begins") }
  }
}

/// https://developer.apple.com/documentation/healthkit/hksample iOS 8.0
open class HKSample: HKObject {}

/// https://developer.apple.com/documentation/healthkit/hkquantitysample/init(type:quantity:start:end:device:metadata:) iOS 9.0
open class HKQuantitySample: HKSample {
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    device: HKDevice?,
    metadata: [String: Any]?
  ) { super.init(quantityType.identifier, quantity.text, startDate, endDate) }
}

/// https://developer.apple.com/documentation/healthkit/hkcategorysample/init(type:value:start:end:device:metadata:) iOS 9.0
open class HKCategorySample: HKSample {
  public init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) { super.init(type.identifier, "\(value)", startDate, endDate) }
}

/// https://developer.apple.com/documentation/healthkit/hkdevice/init(name:manufacturer:model:hardwareversion:firmwareversion:softwareversion:localidentifier:udideviceidentifier:) iOS 9.0
open class HKDevice {
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
    softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier UDIDeviceIdentifier: String?
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkworkout iOS 8.0
open class HKWorkout: HKSample {}

/// https://developer.apple.com/documentation/healthkit/hkworkoutactivitytype iOS 8.0
public enum HKWorkoutActivityType: UInt, Sendable {
  case cycling, elliptical, hiking, rowing, running, stairClimbing, walking, other
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutsessionlocationtype iOS 10.0
public enum HKWorkoutSessionLocationType: Int, Sendable {
  case unknown = 1
  case indoor, outdoor
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutconfiguration iOS 10.0
open class HKWorkoutConfiguration {
  public init() {}
  public var activityType = HKWorkoutActivityType.other
  public var locationType = HKWorkoutSessionLocationType.unknown
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/init(healthstore:configuration:device:) iOS 12.0
open class HKWorkoutBuilder {
  var (activity, start, end) = (HKWorkoutActivityType.other, Date.distantPast, Date.distantPast)
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
    activity = configuration.activityType
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/begincollection(withstart:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func beginCollection(withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    start = startDate
    completion(true, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/add(_:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    for sample in samples { HKHealthStore.note("wrote \(sample.line)") }
    completion(true, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/addmetadata(_:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func addMetadata(_ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    completion(true, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/endcollection(withend:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    end = endDate
    completion(true, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/finishworkout(completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
    let workout = HKWorkout("workout", "\(activity)", start, end)
    HKHealthStore.note("wrote \(workout.line)")
    completion(workout, nil)
  }
}

/// https://developer.apple.com/documentation/healthkit/hkerror iOS 8.0
public struct HKError: Error {
  public enum Code: Int, Sendable {
    case errorHealthDataUnavailable = 1
    case errorHealthDataRestricted = 2
    case errorInvalidArgument = 3
    case errorAuthorizationDenied = 4
    case errorAuthorizationNotDetermined = 5
    case errorDatabaseInaccessible = 6
  }
  public var code: Code { .errorInvalidArgument }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/discardworkout() iOS 12.0
extension HKWorkoutBuilder {
  public func discardWorkout() {}
}

/// https://developer.apple.com/documentation/healthkit/hkmetadatakeytimezone iOS 8.0
public let HKMetadataKeyTimeZone = "HKTimeZone"

/// https://developer.apple.com/documentation/healthkit/hkquery iOS 8.0
open class HKQuery {
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkquery/predicateforobjects(withmetadatakey:) iOS 8.0
extension HKQuery {
  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate { NSPredicate(value: true) }
}

/// https://developer.apple.com/documentation/healthkit/hkquery/predicateforobjects(withmetadatakey:allowedvalues:) iOS 8.0
extension HKQuery {
  public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
    NSPredicate(value: true)
  }
}
