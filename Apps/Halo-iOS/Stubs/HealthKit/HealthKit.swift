public import Foundation

/// https://developer.apple.com/documentation/healthkit/hkhealthstore
open class HKHealthStore: @unchecked Sendable {
  public init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/ishealthdataavailable()
extension HKHealthStore {
  public class func isHealthDataAvailable() -> Bool { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/requestauthorization(toshare:read:)
extension HKHealthStore {
  public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
    async throws
  {}
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/authorizationstatus(for:)
extension HKHealthStore {
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkauthorizationstatus
public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined, sharingDenied, sharingAuthorized
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/save(_:withcompletion:)-47iwb
extension HKHealthStore {
  public func save(_ objects: [HKObject]) async throws {}
}

/// https://developer.apple.com/documentation/healthkit/hkhealthstore/deleteobjects(of:predicate:withcompletion:)
extension HKHealthStore {
  @discardableResult public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int
  { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkobjecttype
open class HKObjectType: Hashable, @unchecked Sendable {
  init() {}
  public static func == (left: HKObjectType, right: HKObjectType) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) {}
}

/// https://developer.apple.com/documentation/healthkit/hksampletype
open class HKSampleType: HKObjectType, @unchecked Sendable {}

/// https://developer.apple.com/documentation/healthkit/hkquantitytype/init(_:)
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
  public init(_ identifier: HKQuantityTypeIdentifier) {}
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier
public struct HKQuantityTypeIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/heartrate
extension HKQuantityTypeIdentifier {
  public static let heartRate = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/oxygensaturation
extension HKQuantityTypeIdentifier {
  public static let oxygenSaturation = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier/stepcount
extension HKQuantityTypeIdentifier {
  public static let stepCount = HKQuantityTypeIdentifier(rawValue: "")
}

/// https://developer.apple.com/documentation/healthkit/hkcategorytype/init(_:)
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
  public init(_ identifier: HKCategoryTypeIdentifier) {}
}

/// https://developer.apple.com/documentation/healthkit/hkcategorytypeidentifier/sleepanalysis
public struct HKCategoryTypeIdentifier: Hashable, Sendable {
  public static let sleepAnalysis = HKCategoryTypeIdentifier()
}

/// https://developer.apple.com/documentation/healthkit/hkcategoryvaluesleepanalysis
public enum HKCategoryValueSleepAnalysis: Int, Sendable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5
}

/// https://developer.apple.com/documentation/healthkit/hkunit
open class HKUnit: @unchecked Sendable {
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkunit/count()
extension HKUnit {
  public class func count() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/minute()
extension HKUnit {
  public class func minute() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/percent()
extension HKUnit {
  public class func percent() -> Self { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkunit/unitdivided(by:)
extension HKUnit {
  public func unitDivided(by unit: HKUnit) -> HKUnit { stub() }
}

/// https://developer.apple.com/documentation/healthkit/hkquantity/init(unit:doublevalue:)
open class HKQuantity: @unchecked Sendable {
  public init(unit: HKUnit, doubleValue value: Double) {}
}

/// https://developer.apple.com/documentation/healthkit/hkobject
open class HKObject: @unchecked Sendable {
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hksample
open class HKSample: HKObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/healthkit/hkquantitysample/init(type:quantity:start:end:device:metadata:)
open class HKQuantitySample: HKSample, @unchecked Sendable {
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    device: HKDevice?,
    metadata: [String: Any]?
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkcategorysample/init(type:value:start:end:device:metadata:)
open class HKCategorySample: HKSample, @unchecked Sendable {
  public init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkdevice/init(name:manufacturer:model:hardwareversion:firmwareversion:softwareversion:localidentifier:udideviceidentifier:)
open class HKDevice: @unchecked Sendable {
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
    softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier UDIDeviceIdentifier: String?
  ) {}
}

/// https://developer.apple.com/documentation/healthkit/hkmetadatakeysyncidentifier
public let HKMetadataKeySyncIdentifier = ""

/// https://developer.apple.com/documentation/healthkit/hkmetadatakeysyncversion
public let HKMetadataKeySyncVersion = ""

/// https://developer.apple.com/documentation/healthkit/hkmetadatakeytimezone
public let HKMetadataKeyTimeZone = ""

/// https://developer.apple.com/documentation/healthkit/hkquery
open class HKQuery: @unchecked Sendable {
  init() {}
}

/// https://developer.apple.com/documentation/healthkit/hkquery/predicateforobjects(withmetadatakey:allowedvalues:)
extension HKQuery {
  public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate { stub() }
}

func stub() -> Never { fatalError("a stub is not to be run") }
