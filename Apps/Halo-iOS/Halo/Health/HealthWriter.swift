import Foundation
import HaloHealth
import HaloInterchange
import HaloModels
import HealthKit

/// Writes a day's data to Apple Health, if the person allows it, and removes it again. It reads nothing from Health.
///
/// Every entry names its day in its metadata. A changed day is replaced as a whole: what Halo wrote for it is deleted
/// first, also by an earlier installation. Apps can delete only their own entries. What Health refuses delays nothing
/// else: the ledger leaves it out until it changes.
actor HealthWriter: HealthStore {
  /// The key of the day in an entry's metadata.
  private static let dayKey = "HaloDay"
  /// The key of the algorithm in the metadata of a value that Halo computed.
  private static let algorithmKey = "HaloAlgorithm"

  private let store = HKHealthStore()
  private let file: URL
  private var ledger: HealthLedger

  /// Creates a writer with its ledger in `file`. An unreadable ledger is replaced: the days are written again.
  init(ledger file: URL) {
    self.file = file
    let kept = try? JSONDecoder().decode(HealthLedger.self, from: Data(contentsOf: file))
    ledger = kept ?? HealthLedger()
  }

  /// Asks for permission once; afterwards the person decides in Health or in the system's settings.
  func askForPermission() async throws -> HealthPermission {
    guard HKHealthStore.isHealthDataAvailable() else { return .unavailable }
    try await answer {
      store.requestAuthorization(toShare: Set(HealthType.allCases.map(\.sampleType)), read: nil, completion: $0)
    }
    return permission
  }

  /// The permission to write.
  var permission: HealthPermission {
    guard HKHealthStore.isHealthDataAvailable() else { return .unavailable }
    let states = HealthType.allCases.map { store.authorizationStatus(for: $0.sampleType) }
    if states.allSatisfy({ $0 == .notDetermined }) { return .undecided }
    if states.allSatisfy({ $0 == .sharingAuthorized }) { return .all }
    return states.contains(.sharingAuthorized) ? .partial : .denied
  }

  /// Replaces a day's data in Health. Types without permission are left out and written once they are allowed.
  func write(_ day: HealthDay, retrying: Bool) async throws -> [HealthRefusal] {
    var allowed = day
    allowed.records.removeAll { !mayWrite($0.kind.entry.type) }
    if !mayWrite(.workout) { allowed.workouts = [] }
    if !mayWrite(.heartRate) {
      allowed.workouts = allowed.workouts.map { HealthWorkout($0.workout, isIndoors: $0.isIndoors, heartRates: []) }
    }
    var changed = ledger
    let refused = try await changed.write(allowed, to: self, retrying: retrying)
    guard changed != ledger else { return refused }
    ledger = changed
    try JSONEncoder().encode(ledger).write(to: file, options: .atomic)
    return refused
  }

  /// Removes what Halo wrote for a day, which fails while the phone is locked.
  func remove(_ day: CalendarDate) async throws {
    try await delete(HKQuery.predicateForObjects(withMetadataKey: Self.dayKey, allowedValues: [name(day)]))
  }

  /// Saves entries of one kind or a workout. Every error but a locked phone is Health's answer to these entries.
  func save(_ part: HealthDay) async throws -> String? {
    do {
      if !part.records.isEmpty {
        let samples = part.records.compactMap { sample($0, of: part.date) }
        if !samples.isEmpty { try await answer { store.save(samples, withCompletion: $0) } }
      }
      for workout in part.workouts { try await write(workout, of: part.date) }
      return nil
    } catch let error as HKError where error.code == .errorDatabaseInaccessible {
      throw error
    } catch {
      return error.localizedDescription
    }
  }

  /// Removes everything that Halo wrote.
  func removeAll() async throws {
    try await delete(HKQuery.predicateForObjects(withMetadataKey: Self.dayKey))
    ledger = HealthLedger()
    try JSONEncoder().encode(ledger).write(to: file, options: .atomic)
  }

  private func mayWrite(_ type: HealthType) -> Bool {
    store.authorizationStatus(for: type.sampleType) == .sharingAuthorized
  }

  private func delete(_ predicate: NSPredicate) async throws {
    for type in HealthType.allCases where mayWrite(type) {
      try await answer { done in
        store.deleteObjects(of: type.sampleType, predicate: predicate) { isDone, _, error in done(isDone, error) }
      }
    }
  }

  /// A workout is built by the store, so that its heart rates belong to it.
  private func write(_ workout: HealthWorkout, of day: CalendarDate) async throws {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = workout.workout.kind.activity
    configuration.locationType = workout.isIndoors ? .indoor : .unknown
    let builder = HKWorkoutBuilder(
      healthStore: store, configuration: configuration, device: workout.heartRates.first?.device.map(device))
    do { try await build(workout, of: day, with: builder) } catch {
      builder.discardWorkout()
      throw error
    }
  }

  private func build(_ workout: HealthWorkout, of day: CalendarDate, with builder: HKWorkoutBuilder) async throws {
    let (start, end) = (date(workout.workout.start), date(workout.end))
    try await answer { builder.beginCollection(withStart: start, completion: $0) }
    let marks = metadata(day, workout.workout.start, nil)
    var samples = workout.heartRates.compactMap { sample($0, of: day) }
    if let meters = workout.workout.meters, let type = workout.workout.kind.distance, mayWrite(type),
      let distance = type.sample(meters, from: start, to: end, device: nil, metadata: marks)
    {
      samples.append(distance)
    }
    if !samples.isEmpty { try await answer { builder.add(samples, completion: $0) } }
    try await answer { builder.addMetadata(marks, completion: $0) }
    try await answer { builder.endCollection(withEnd: end, completion: $0) }
    try await answer { done in builder.finishWorkout { workout, error in done(workout != nil, error) } }
  }

  /// HealthKit refused without an error.
  private struct Refusal: Error {}

  /// Waits for an answer of HealthKit, which arrives on another queue.
  private func answer(_ ask: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      ask { isDone, error in
        if isDone {
          continuation.resume()
        } else {
          continuation.resume(throwing: error ?? Refusal())
        }
      }
    }
  }

  private func sample(_ record: HealthRecord, of day: CalendarDate) -> HKSample? {
    let (type, value) = record.kind.entry
    return type.sample(
      value, from: date(record.start), to: date(record.end), device: record.device.map(device),
      metadata: metadata(day, record.start, record.algorithm))
  }

  /// The day, the time zone in which it was recorded, and the algorithm of a computed value.
  private func metadata(_ day: CalendarDate, _ start: Moment, _ algorithm: String?) -> [String: Any] {
    var metadata: [String: Any] = [Self.dayKey: name(day)]
    metadata[HKMetadataKeyTimeZone] = TimeZone(secondsFromGMT: start.secondsFromGMT)?.identifier
    metadata[Self.algorithmKey] = algorithm
    return metadata
  }

  private func device(_ device: HealthDevice) -> HKDevice {
    HKDevice(
      name: device.name, manufacturer: nil, model: device.model, hardwareVersion: device.hardware,
      firmwareVersion: device.firmware, softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
  }

  private func date(_ moment: Moment) -> Date { Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000) }
  private func name(_ day: CalendarDate) -> String { "\(day)" }
}

extension Workout.Kind {
  /// Health's type of workout.
  fileprivate var activity: HKWorkoutActivityType {
    switch self {
    case .walking: .walking
    case .running: .running
    case .hiking: .hiking
    case .cycling: .cycling
    case .rowing: .rowing
    case .elliptical: .elliptical
    case .stairs: .stairClimbing
    case .other: .other
    }
  }

  /// Health's type for the distance; `nil` if the sport has no such type.
  fileprivate var distance: HealthType? {
    switch self {
    case .walking, .running, .hiking: .walkingDistance
    case .cycling: .cyclingDistance
    case .rowing, .elliptical, .stairs, .other: nil
    }
  }
}
