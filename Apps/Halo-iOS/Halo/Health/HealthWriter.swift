import Foundation
import HaloHealth
import HaloInterchange
import HealthKit

/// Writes measured data to Apple Health, if the person allows it. It reads nothing from Health.
///
/// Repeating a sync does not duplicate entries: a ledger beside the journal records what was written for each day, and
/// Health replaces an entry that has the same identifier and a lower version.
actor HealthWriter {
  /// True if Health is available on this device.
  static var isAvailable: Bool { HKHealthStore.isHealthDataAvailable() }

  private static let store = HKHealthStore()
  private let file: URL
  private var ledger: HealthLedger

  /// Creates a writer with its ledger in `file`. An unreadable ledger is replaced: the days are written again and
  /// replace the old entries.
  init(ledger file: URL) {
    self.file = file
    let kept = try? JSONDecoder().decode(HealthLedger.self, from: Data(contentsOf: file))
    ledger = kept ?? HealthLedger()
  }

  private static let types: Set<HKSampleType> = [
    HKQuantityType(.heartRate), HKQuantityType(.oxygenSaturation), HKQuantityType(.stepCount),
    HKCategoryType(.sleepAnalysis),
  ]

  /// Asks for permission once; afterwards the person decides in Health or in the system's settings.
  static func askForPermission() async throws { try await store.requestAuthorization(toShare: types, read: []) }

  /// Replaces a day's data in Health with `records`. Types without permission are skipped and tried again the next
  /// time.
  func write(_ day: CalendarDate, _ records: [HealthRecord], at now: Moment) async throws {
    let allowed = records.filter { Self.store.authorizationStatus(for: Self.type(of: $0.kind)) == .sharingAuthorized }
    let changes = ledger.changes(for: day, to: allowed, at: now)
    guard !changes.isEmpty else { return }
    if !changes.deleted.isEmpty {
      let gone = HKQuery.predicateForObjects(
        withMetadataKey: HKMetadataKeySyncIdentifier, allowedValues: changes.deleted)
      for type in Self.types where Self.store.authorizationStatus(for: type) == .sharingAuthorized {
        try await Self.store.deleteObjects(of: type, predicate: gone)
      }
    }
    if !changes.saved.isEmpty {
      try await Self.store.save(changes.saved.map { Self.sample($0, version: changes.version) })
    }
    ledger.note(changes, records: allowed)
    try JSONEncoder().encode(ledger).write(to: file, options: .atomic)
  }

  private static func type(of kind: HealthRecord.Kind) -> HKSampleType {
    switch kind {
    case .heartRate: HKQuantityType(.heartRate)
    case .oxygenSaturation: HKQuantityType(.oxygenSaturation)
    case .steps: HKQuantityType(.stepCount)
    case .sleep: HKCategoryType(.sleepAnalysis)
    }
  }

  private static func sample(_ record: HealthRecord, version: Int) -> HKSample {
    let start = Date(timeIntervalSince1970: Double(record.start.milliseconds) / 1000)
    let end = Date(timeIntervalSince1970: Double(record.end.milliseconds) / 1000)
    var metadata: [String: Any] = [HKMetadataKeySyncIdentifier: record.identity, HKMetadataKeySyncVersion: version]
    // A night keeps the time zone in which it was recorded.
    metadata[HKMetadataKeyTimeZone] = TimeZone(secondsFromGMT: record.start.secondsFromGMT)?.identifier
    func quantity(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit, _ value: Double) -> HKSample {
      HKQuantitySample(
        type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: value), start: start, end: end,
        device: nil, metadata: metadata)
    }
    switch record.kind {
    case .heartRate(let rate): return quantity(.heartRate, .count().unitDivided(by: .minute()), rate)
    case .oxygenSaturation(let fraction): return quantity(.oxygenSaturation, .percent(), fraction)
    case .steps(let steps): return quantity(.stepCount, .count(), Double(steps))
    case .sleep(let stage):
      let value: HKCategoryValueSleepAnalysis =
        switch stage {
        case .awake: .awake
        case .rem: .asleepREM
        case .light: .asleepCore
        case .deep: .asleepDeep
        }
      return HKCategorySample(
        type: HKCategoryType(.sleepAnalysis), value: value.rawValue, start: start, end: end, device: nil,
        metadata: metadata)
    }
  }
}
