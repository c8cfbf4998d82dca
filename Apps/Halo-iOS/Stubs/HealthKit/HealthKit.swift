public import Foundation

// None of these classes is Sendable here: Apple's headers may say more, and code that does not depend on it compiles in both cases.

/// https://developer.apple.com/documentation/healthkit/hkhealthstore iOS 8.0
open class HKHealthStore {
  public init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/ishealthdataavailable() iOS 8.0
extension HKHealthStore {
  public class func isHealthDataAvailable() -> Bool { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/requestauthorization(toshare:read:completion:) iOS 8.0
extension HKHealthStore {
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/authorizationstatus(for:) iOS 8.0
extension HKHealthStore {
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkauthorizationstatus iOS 8.0
public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined, sharingDenied, sharingAuthorized
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/save(_:withcompletion:)-47iwb iOS 8.0
extension HKHealthStore {
  public func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
  }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/deleteobjects(of:predicate:withcompletion:) iOS 9.0
extension HKHealthStore {
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkobjecttype iOS 8.0
open class HKObjectType: Hashable {
  init() {}
  public static func == (left: HKObjectType, right: HKObjectType) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) {}
}

/// https://developer.apple.com/documentation/healthkit/hkobjecttype/workouttype() iOS 8.0
extension HKObjectType {
  public class func workoutType() -> HKWorkoutType { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hksampletype iOS 8.0
open class HKSampleType: HKObjectType {}

/// https://developer.apple.com/documentation/healthkit/hkworkouttype iOS 8.0
public final class HKWorkoutType: HKSampleType {}

/// https://developer.apple.com/documentation/healthkit/hkquantitytype/init(_:) iOS 15.0
public final class HKQuantityType: HKSampleType {
  public init(_ identifier: HKQuantityTypeIdentifier) {}
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier iOS 8.0
public struct HKQuantityTypeIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/heartrate iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let heartRate = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/oxygensaturation iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let oxygenSaturation = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/stepcount iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let stepCount = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/restingheartrate iOS 11.0
extension HKQuantityTypeIdentifier {
  public static let restingHeartRate = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/heartratevariabilitysdnn iOS 11.0
extension HKQuantityTypeIdentifier {
  public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/distancewalkingrunning iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let distanceWalkingRunning = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/distancecycling iOS 8.0
extension HKQuantityTypeIdentifier {
  public static let distanceCycling = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkcategorytype/init(_:) iOS 15.0
public final class HKCategoryType: HKSampleType {
  public init(_ identifier: HKCategoryTypeIdentifier) {}
}

/// https://developer.apple.com/documentation/healthkit/hkcategorytypeidentifier/sleepanalysis iOS 8.0
public struct HKCategoryTypeIdentifier: Hashable, Sendable {
  public static let sleepAnalysis = HKCategoryTypeIdentifier()
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
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkmetricprefix iOS 8.0
public enum HKMetricPrefix: Int, Sendable {
  case none = 0
  case milli = 4
}

/// https://developer.apple.com/documentation/healthkit/hkunit/count() iOS 8.0
extension HKUnit {
  public class func count() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/minute() iOS 8.0
extension HKUnit {
  public class func minute() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/percent() iOS 8.0
extension HKUnit {
  public class func percent() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/meter() iOS 8.0
extension HKUnit {
  public class func meter() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/secondunit(with:) iOS 8.0
extension HKUnit {
  public class func secondUnit(with prefix: HKMetricPrefix) -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/unitdivided(by:) iOS 8.0
extension HKUnit {
  public func unitDivided(by unit: HKUnit) -> HKUnit { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkquantity/init(unit:doublevalue:) iOS 8.0
open class HKQuantity {
  public init(unit: HKUnit, doubleValue value: Double) {}
}

/// https://developer.apple.com/documentation/healthkit/hkobject iOS 8.0
open class HKObject {
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hksample iOS 8.0
open class HKSample: HKObject {}

/// https://developer.apple.com/documentation/healthkit/hkquantitysample/init(type:quantity:start:end:device:metadata:) iOS 9.0
open class HKQuantitySample: HKSample {
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    device: HKDevice?,
    metadata: [String: Any]?
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkcategorysample/init(type:value:start:end:device:metadata:) iOS 9.0
open class HKCategorySample: HKSample {
  public init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {}
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
  public var activityType: HKWorkoutActivityType {
    get { stub() }
    set {}
  }
  public var locationType: HKWorkoutSessionLocationType {
    get { stub() }
    set {}
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/init(healthstore:configuration:device:) iOS 12.0
open class HKWorkoutBuilder {
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {}
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/begincollection(withstart:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func beginCollection(withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
  }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/add(_:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/addmetadata(_:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func addMetadata(_ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/endcollection(withend:completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/finishworkout(completion:) iOS 12.0
extension HKWorkoutBuilder {
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {}
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
  public var code: Code { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/discardworkout() iOS 12.0
extension HKWorkoutBuilder {
  public func discardWorkout() {}
}

/// https://developer.apple.com/documentation/healthkit/hkmetadatakeytimezone iOS 8.0
public let HKMetadataKeyTimeZone = ""

/// https://developer.apple.com/documentation/healthkit/hkquery iOS 8.0
open class HKQuery {
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkquery/predicateforobjects(withmetadatakey:) iOS 8.0
extension HKQuery {
  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkquery/predicateforobjects(withmetadatakey:allowedvalues:) iOS 8.0
extension HKQuery {
  public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate { stub() }
}

func stub() -> Never { fatalError("a stub is not to be run") }
