import HaloHealth

/// A record of the days written to Apple Health: repeating a sync writes nothing, and a changed day is replaced. A lost
/// ledger causes unnecessary writes and no duplicates.
public struct HealthLedger: Sendable, Hashable, Codable {
  private var days: [CalendarDate: UInt64] = [:]

  /// Creates an empty ledger.
  public init() {}

  /// Returns whether Health must be changed to contain exactly `day`. An empty day that was never written needs nothing.
  public func needs(_ day: HealthDay) -> Bool {
    guard let written = days[day.date] else { return !day.isEmpty }
    return written != Self.digest(day)
  }

  /// Records that `day` was written to Health. Call it after the write.
  public mutating func note(_ day: HealthDay) { days[day.date] = Self.digest(day) }

  /// Computes FNV-1a, because Swift's own hashes differ from run to run.
  private static func digest(_ day: HealthDay) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in "\(text);".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    func add(_ record: HealthRecord) {
      add("\(record.kind) \(record.start.milliseconds) \(record.end.milliseconds) \(record.device?.name ?? "")")
    }
    day.records.forEach(add)
    for workout in day.workouts {
      let values = workout.workout
      add("\(values.kind) \(values.start.milliseconds) \(values.length) \(values.meters ?? -1)")
      workout.heartRates.forEach(add)
    }
    return hash
  }
}
