// Lets the app's HealthWriter write one entry of every kind and one workout of every sport to the HealthKit of Stubs/, and prints what was wrong, one line each.
// `compiler.py` links it with the package's modules.
import Foundation
import HaloHealth
import HaloInterchange
import HealthKit

@main
enum HealthCheck {
  static let kinds: [HealthRecord.Kind] = [
    .heartRate(61), .restingHeartRate(52), .heartRateVariability(43), .oxygenSaturation(0.97), .steps(120), .asleep, .inBed,
  ] + SleepStage.allCases.map(HealthRecord.Kind.sleep)

  /// Type, value and unit of an entry. Health raises an exception for a unit of another dimension.
  /// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier
  static func entry(_ kind: HealthRecord.Kind) -> String {
    switch kind {
    case .heartRate: "heartRate 61.0 count/min"
    case .restingHeartRate: "restingHeartRate 52.0 count/min"
    case .heartRateVariability: "heartRateVariabilitySDNN 43.0 ms"
    case .oxygenSaturation: "oxygenSaturation 0.97 %"
    case .steps: "stepCount 120.0 count"
    case .inBed: "sleepAnalysis 0"
    case .asleep: "sleepAnalysis 1"
    case .sleep(.awake): "sleepAnalysis 2"
    case .sleep(.light): "sleepAnalysis 3"
    case .sleep(.deep): "sleepAnalysis 4"
    case .sleep(.rem): "sleepAnalysis 5"
    }
  }

  /// The distance of a workout; `nil` if Health has no such type.
  static func distance(_ kind: Workout.Kind) -> String? {
    switch kind {
    case .walking, .running, .hiking: "distanceWalkingRunning 1500.0 m"
    case .cycling: "distanceCycling 1500.0 m"
    case .rowing, .elliptical, .stairs, .other: nil
    }
  }

  static func activity(_ kind: Workout.Kind) -> String { kind == .stairs ? "stairClimbing" : "\(kind)" }

  static func main() async throws {
    let ledger = FileManager.default.temporaryDirectory.appending(path: "halo-health-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: ledger) }
    let writer = HealthWriter(ledger: ledger)
    _ = try await writer.askForPermission()
    func moment(_ minute: Int) -> Moment { Moment(milliseconds: minute * 60_000, secondsFromGMT: 0) }
    func times(_ minute: Int) -> String { "\(Double(minute * 60))…\(Double(minute * 60 + 60))" }
    var wanted: [String] = []
    var records: [HealthRecord] = []
    for (minute, kind) in kinds.enumerated() {
      records.append(HealthRecord(kind, start: moment(minute), end: moment(minute + 1), device: nil))
      wanted.append("wrote \(entry(kind)) \(times(minute))")
    }
    // These two end before they begin: they must not reach Health.
    let reversed = [HealthRecord.Kind.heartRate(99), .asleep].map {
      HealthRecord($0, start: moment(1000), end: moment(900), device: nil)
    }
    let workouts = Workout.Kind.allCases.enumerated().map { number, kind in
      let minute = 2000 + 10 * number
      wanted.append("wrote \(entry(.heartRate(61))) \(times(minute))")
      if let distance = distance(kind) { wanted.append("wrote \(distance) \(times(minute))") }
      wanted.append("wrote workout \(activity(kind)) \(times(minute))")
      return HealthWorkout(
        Workout(kind, start: moment(minute), length: 60_000, meters: 1500, source: .live), isIndoors: false,
        heartRates: [HealthRecord(.heartRate(61), start: moment(minute), end: moment(minute + 1), device: nil), reversed[0]])
    }
    guard let date = CalendarDate(year: 1970, month: 1, day: 1) else { return print("there is no first day") }
    _ = try await writer.write(HealthDay(date, records: records + reversed, workouts: workouts), retrying: false)

    // The writer leaves such entries out before; the function that makes all samples refuses them, too.
    _ = HealthType.heartRate.sample(
      61, from: Date(timeIntervalSince1970: 60), to: Date(timeIntervalSince1970: 0), device: nil, metadata: [:])

    let notes = HKHealthStore._notes
    func types(_ verb: String) -> Set<Substring> {
      Set(notes.map { $0.split(separator: " ") }.filter { $0[0] == verb }.map { $0[1] })
    }
    let written = notes.filter { !$0.hasPrefix("asked") }
    for line in written where !wanted.contains(line) { print("Health was given what is wrong: \(line)") }
    for line in wanted where !written.contains(line) { print("Health was not given: \(line)") }
    for type in types("wrote").subtracting(types("asked")).sorted() { print("\(type) is written, and permission is not asked for it") }
    for type in types("asked").subtracting(types("wrote")).sorted() { print("permission is asked for \(type), which is never written") }
  }
}
